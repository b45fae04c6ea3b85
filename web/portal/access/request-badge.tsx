import type { JSX } from 'preact'
import { Badge, type BadgeTone } from '../../shared/components/badge.tsx'
import type { AccessRequestState } from '../../../src/accounts/access-request-store.ts'
import { useMessages } from '../layout/portal-context.ts'

const TONES: Readonly<Record<AccessRequestState, BadgeTone>> = {
  pending: 'warn',
  approved: 'good',
  denied: 'bad',
}

/** Renders the state of a request. */
export function RequestBadge({ state }: { readonly state: AccessRequestState }): JSX.Element {
  const messages = useMessages().access.status
  return <Badge tone={TONES[state]}>{messages.states[state]}</Badge>
}
