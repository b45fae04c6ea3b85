import type { JSX } from 'preact'
import type { PortalAccess } from '../../../src/portal/contract/portal-operation.ts'
import { PlanPage } from '../access/plan-page.tsx'
import { RequestAccessPage } from '../access/request-access-page.tsx'
import { AccountPage } from '../account/account-page.tsx'
import { ApplicationPage } from '../keys/application-page.tsx'
import { ApplicationsPage } from '../keys/applications-page.tsx'
import { AccessRequestsPage } from '../operator/developers/access-requests-page.tsx'
import { DeveloperPage } from '../operator/developers/developer-page.tsx'
import { DevelopersPage } from '../operator/developers/developers-page.tsx'
import { IncidentsPage } from '../operator/incidents/incidents-page.tsx'
import { InvitationsPage } from '../operator/developers/invitations-page.tsx'
import { OperatorAuditPage } from '../operator/operator-audit-page.tsx'
import { PlansPage } from '../operator/plans/plans-page.tsx'
import { ServicePage } from '../operator/service/service-page.tsx'
import { RequestPage } from '../usage/requests/request-page.tsx'
import { RequestsPage } from '../usage/requests/requests-page.tsx'
import { UsagePage } from '../usage/usage-page.tsx'
import { LeakedPage } from '../keys/leaked-page.tsx'
import { SignInPage } from '../sign-in/sign-in-page.tsx'
import { AuditPage } from '../audit/audit-page.tsx'
import { WebhookPage } from '../webhooks/webhook-page.tsx'
import { WebhooksPage } from '../webhooks/webhooks-page.tsx'
import type { PageName } from './route.ts'

/** A page: its component and who may see it. */
export interface PortalPage {
  readonly show: () => JSX.Element
  readonly access: PortalAccess
}

/** All pages. */
export const PAGES: Readonly<Record<PageName, PortalPage>> = {
  applications: { show: ApplicationsPage, access: 'developer' },
  usage: { show: UsagePage, access: 'developer' },
  requests: { show: RequestsPage, access: 'developer' },
  request: { show: RequestPage, access: 'developer' },
  operator: { show: ServicePage, access: 'operator' },
  operatorDevelopers: { show: DevelopersPage, access: 'operator' },
  operatorDeveloper: { show: DeveloperPage, access: 'operator' },
  operatorAccess: { show: AccessRequestsPage, access: 'operator' },
  operatorIncidents: { show: IncidentsPage, access: 'operator' },
  operatorPlans: { show: PlansPage, access: 'operator' },
  operatorInvitations: { show: InvitationsPage, access: 'operator' },
  operatorAudit: { show: OperatorAuditPage, access: 'operator' },
  application: { show: ApplicationPage, access: 'developer' },
  webhooks: { show: WebhooksPage, access: 'developer' },
  webhook: { show: WebhookPage, access: 'developer' },
  audit: { show: AuditPage, access: 'developer' },
  account: { show: AccountPage, access: 'developer' },
  leaked: { show: LeakedPage, access: 'anyone' },
  requestAccess: { show: RequestAccessPage, access: 'anyone' },
  plan: { show: PlanPage, access: 'developer' },
  signIn: { show: SignInPage, access: 'anyone' },
}
