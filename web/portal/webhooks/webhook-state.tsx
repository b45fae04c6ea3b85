import type { JSX } from 'preact'
import { Badge } from '../../shared/components/badge.tsx'
import type { PortalWebhook } from '../../../src/portal/contract/webhook-operations.ts'
import { useMessages } from '../layout/portal-context.ts'

/** Renders the state of a webhook as a badge. */
export function WebhookState({
  of: { state, failures },
}: {
  readonly of: PortalWebhook
}): JSX.Element {
  const { states } = useMessages().webhooks
  if (state === 'paused') return <Badge>{states.paused}</Badge>
  if (failures > 0) return <Badge tone="warn">{states.retrying}</Badge>
  return <Badge tone="good">{states.active}</Badge>
}
