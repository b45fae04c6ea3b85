import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { PortalKey } from '../../../src/portal/contract/shapes.ts'
import { callApi } from '../api/api-client.ts'
import { useMessages, usePortal } from '../layout/portal-context.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { keyName } from './key-state.ts'
import { endOf, LIFETIME_DEFAULT, LifetimeField, type Lifetime } from './lifetime-field.tsx'

/** Renders the dialog that sets a key's expiry, counted from now. */
export function ExpiryDialog({
  of,
  onChanged,
  onClose,
}: {
  readonly of: PortalKey
  readonly onChanged: () => void
  readonly onClose: () => void
}): JSX.Element {
  const { announce } = usePortal()
  const messages = useMessages().keys
  const [lifetime, setLifetime] = useState<Lifetime>(LIFETIME_DEFAULT)
  return (
    <ConfirmDialog
      title={messages.expiryTitle(keyName(of))}
      action={messages.expirySave}
      kind="primary"
      onClose={onClose}
      onConfirm={async () => {
        const expiresAtMs = lifetime === undefined ? null : Math.floor(endOf(lifetime))
        await callApi('keys.change', { path: { keyId: of.keyId }, body: { expiresAtMs } })
        announce(messages.expirySaved)
        onChanged()
      }}
    >
      <LifetimeField label={messages.lifetime} value={lifetime} onValue={setLifetime} />
    </ConfirmDialog>
  )
}
