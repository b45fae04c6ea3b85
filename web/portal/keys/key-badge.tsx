import type { JSX } from 'preact'
import { Badge, type BadgeTone } from '../../shared/components/badge.tsx'
import type { PortalKey } from '../../../src/portal/contract/shapes.ts'
import { portalNowMs } from '../api/api-client.ts'
import { useMessages } from '../layout/portal-context.ts'
import { keyState, type KeyState } from './key-state.ts'

const TONES: Readonly<Record<KeyState, BadgeTone>> = {
  active: 'good',
  expiring: 'warn',
  overlap: 'warn',
  rotated: 'plain',
  expired: 'plain',
  revoked: 'plain',
}

/** Renders the state of a key. */
export function KeyBadge({ of }: { readonly of: PortalKey }): JSX.Element {
  const state = keyState(of, portalNowMs())
  const messages = useMessages().keys
  return <Badge tone={TONES[state]}>{messages.states[state]}</Badge>
}
