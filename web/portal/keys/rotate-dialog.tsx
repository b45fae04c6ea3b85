import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { PortalIssuedKey, PortalKey } from '../../../src/portal/contract/shapes.ts'
import { callApi } from '../api/api-client.ts'
import { useMessages } from '../layout/portal-context.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { keyName } from './key-state.ts'

/** Overlap with the old key, in hours; the first is the default. */
const OVERLAPS = { day: 24, week: 7 * 24, now: 0 } as const
type Overlap = keyof typeof OVERLAPS

/** Renders the dialog that rotates a key and sets when the old one expires. */
export function RotateDialog({
  of,
  onIssued,
  onClose,
}: {
  readonly of: PortalKey
  readonly onIssued: (issued: PortalIssuedKey) => void
  readonly onClose: () => void
}): JSX.Element {
  const messages = useMessages().keys
  const [overlap, setOverlap] = useState<Overlap>('day')
  return (
    <ConfirmDialog
      title={messages.rotateTitle(keyName(of))}
      action={messages.rotate}
      kind="primary"
      onClose={onClose}
      onConfirm={async () => {
        const { keyId } = of
        const body = { overlapHours: OVERLAPS[overlap] }
        onIssued(await callApi('keys.rotate', { path: { keyId }, body }))
      }}
    >
      <p>{messages.rotateHelp}</p>
      <fieldset class="checks">
        <legend>{messages.overlap}</legend>
        {(Object.keys(OVERLAPS) as Overlap[]).map((one) => (
          <label key={one} class="check">
            <input
              type="radio"
              name="overlap"
              checked={one === overlap}
              onChange={() => setOverlap(one)}
            />
            <span>
              {messages.overlaps[one]}
              <span class="quiet help">{messages.overlapHints[one]}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </ConfirmDialog>
  )
}
