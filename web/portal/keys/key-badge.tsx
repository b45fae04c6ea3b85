import type { JSX } from 'preact'
import type { PortalKey } from '../../../src/portal/contract/shapes.ts'
import { portalNowMs } from '../api/ask-portal.ts'
import { usePortal } from '../frame/portal-context.ts'
import { keyState, type KeyState } from './key-state.ts'
import { KEY_TEXTS } from './texts/key-texts.ts'

const COLOURS: Readonly<Record<KeyState, string>> = {
  active: 'good',
  expiring: 'bad',
  overlap: '',
  rotated: '',
  expired: '',
  revoked: '',
}

/** How a key stands, in a word. */
export function KeyBadge({ of }: { readonly of: PortalKey }): JSX.Element {
  const { lang } = usePortal()
  const state = keyState(of, portalNowMs())
  return <span class={`badge ${COLOURS[state]}`}>{KEY_TEXTS[lang].states[state]}</span>
}
