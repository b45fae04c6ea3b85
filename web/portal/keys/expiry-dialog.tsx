import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { PortalKey } from '../../../src/portal/contract/shapes.ts'
import { askPortal } from '../api/ask-portal.ts'
import { usePortal } from '../frame/portal-context.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { keyName } from './key-state.ts'
import { endOf, LIFETIME_DEFAULT, LifetimeField, type Lifetime } from './lifetime-field.tsx'
import { KEY_TEXTS } from './texts/key-texts.ts'

/** Sets when a key expires, counted from now. */
export function ExpiryDialog({
  of,
  onChanged,
  onClose,
}: {
  readonly of: PortalKey
  readonly onChanged: () => void
  readonly onClose: () => void
}): JSX.Element {
  const { lang, say } = usePortal()
  const words = KEY_TEXTS[lang]
  const [lifetime, setLifetime] = useState<Lifetime>(LIFETIME_DEFAULT)
  return (
    <ConfirmDialog
      title={words.expiryTitle(keyName(of))}
      action={words.expirySave}
      kind="primary"
      onClose={onClose}
      onConfirm={async () => {
        const expiresAtMs = lifetime === undefined ? null : Math.floor(endOf(lifetime))
        await askPortal('keys.change', { path: { keyId: of.keyId }, body: { expiresAtMs } })
        say(words.expirySaved)
        onChanged()
      }}
    >
      <LifetimeField label={words.lifetime} value={lifetime} onValue={setLifetime} />
    </ConfirmDialog>
  )
}
