import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { callApi } from '../api/api-client.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { useMessages } from '../layout/portal-context.ts'

/** Hours for which the old secret signs beside the new one. */
const OVERLAP_HOURS = 24

/** Renders the dialog that rotates the signing secret of a webhook. */
export function RotateSecretDialog({
  webhookId,
  onIssued,
  onClose,
}: {
  readonly webhookId: string
  readonly onIssued: (secret: string) => void
  readonly onClose: () => void
}): JSX.Element {
  const messages = useMessages().webhooks
  const [endsNow, setEndsNow] = useState(false)
  return (
    <ConfirmDialog
      title={messages.rotate}
      action={messages.rotate}
      kind="primary"
      onClose={onClose}
      onConfirm={async () => {
        const body = { overlapHours: endsNow ? 0 : OVERLAP_HOURS }
        const { secret } = await callApi('webhooks.rotate', { path: { webhookId }, body })
        onIssued(secret)
      }}
    >
      <p>{messages.rotateHelp}</p>
      <label class="check">
        <input
          type="checkbox"
          checked={endsNow}
          onChange={({ currentTarget: { checked } }) => setEndsNow(checked)}
        />
        <span>{messages.rotateNow}</span>
      </label>
    </ConfirmDialog>
  )
}
