import type { AccessMessages } from '../access/messages/en.ts'
import type { AccountMessages } from '../account/messages/en.ts'
import type { AuditMessages } from '../audit/messages/en.ts'
import type { CommonMessages } from '../layout/messages/en.ts'
import type { HealthMessages } from '../operator/messages/health/health-messages.ts'
import type { IncidentMessages } from '../operator/messages/incidents/en.ts'
import type { KeyMessages } from '../keys/messages/en.ts'
import type { OperatorMessages } from '../operator/messages/en.ts'
import type { RequestListMessages } from '../usage/messages/requests/en.ts'
import type { SignInMessages } from '../sign-in/messages/en.ts'
import type { UsageMessages } from '../usage/messages/en.ts'
import type { WebhookMessages } from '../webhooks/messages/en.ts'

/** The messages of the portal in one language, by area. */
export interface PortalMessages {
  /** Requests for access, and plans. */
  readonly access: AccessMessages
  /** The account page. */
  readonly account: AccountMessages
  /** The audit trail. */
  readonly audit: AuditMessages
  /** The layout, and what every page uses. */
  readonly common: CommonMessages
  /** The health checks. */
  readonly health: HealthMessages
  /** Incidents and planned maintenance. */
  readonly incidents: IncidentMessages
  /** Applications and keys. */
  readonly keys: KeyMessages
  /** The operator's view. */
  readonly operator: OperatorMessages
  /** The list of requests. */
  readonly requests: RequestListMessages
  /** The sign-in page. */
  readonly signIn: SignInMessages
  /** Usage and single requests. */
  readonly usage: UsageMessages
  /** Webhooks. */
  readonly webhooks: WebhookMessages
}
