import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { PortalIssuedKey, PortalKey } from '../../../src/portal/contract/shapes.ts'
import { askPortal } from '../api/ask-portal.ts'
import { usePortal } from '../frame/portal-context.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { keyName } from './key-state.ts'
import { KEY_TEXTS } from './texts/key-texts.ts'

/** How long the old key stays good, in hours; the first is meant for most. */
const OVERLAPS = { day: 24, week: 7 * 24, now: 0 } as const
type Overlap = keyof typeof OVERLAPS

/** Makes a key with the same rights, and says how long the old one is still good. */
export function RotateDialog({
  of,
  onIssued,
  onClose,
}: {
  readonly of: PortalKey
  readonly onIssued: (issued: PortalIssuedKey) => void
  readonly onClose: () => void
}): JSX.Element {
  const { lang } = usePortal()
  const words = KEY_TEXTS[lang]
  const [overlap, setOverlap] = useState<Overlap>('day')
  return (
    <ConfirmDialog
      title={words.rotateTitle(keyName(of))}
      action={words.rotate}
      kind="primary"
      onClose={onClose}
      onConfirm={async () => {
        const { keyId } = of
        const body = { overlapHours: OVERLAPS[overlap] }
        onIssued(await askPortal('keys.rotate', { path: { keyId }, body }))
      }}
    >
      <p>{words.rotateHelp}</p>
      <fieldset class="checks">
        <legend>{words.overlap}</legend>
        {(Object.keys(OVERLAPS) as Overlap[]).map((one) => (
          <label key={one} class="check">
            <input
              type="radio"
              name="overlap"
              checked={one === overlap}
              onChange={() => setOverlap(one)}
            />
            <span>
              {words.overlaps[one]}
              <span class="quiet help">{words.overlapHints[one]}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </ConfirmDialog>
  )
}
