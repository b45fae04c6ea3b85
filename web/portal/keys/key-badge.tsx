import type { JSX } from 'preact'
import type { PortalKey } from '../../../src/portal/contract/shapes.ts'
import { portalNowMs } from '../api/api-client.ts'
import { usePortal } from '../layout/portal-context.ts'
import { keyState, type KeyState } from './key-state.ts'
import { KEY_MESSAGES } from './messages/key-messages.ts'

const COLOURS: Readonly<Record<KeyState, string>> = {
  active: 'good',
  expiring: 'bad',
  overlap: '',
  rotated: '',
  expired: '',
  revoked: '',
}

/** Renders the state of a key. */
export function KeyBadge({ of }: { readonly of: PortalKey }): JSX.Element {
  const { lang } = usePortal()
  const state = keyState(of, portalNowMs())
  return <span class={`badge ${COLOURS[state]}`}>{KEY_MESSAGES[lang].states[state]}</span>
}
