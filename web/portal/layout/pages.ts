import type { JSX } from 'preact'
import type { PortalAccess } from '../../../src/portal/contract/portal-operation.ts'
import { AccountPage } from '../account/account-page.tsx'
import { ApplicationPage } from '../keys/application-page.tsx'
import { ApplicationsPage } from '../keys/applications-page.tsx'
import { DeveloperPage } from '../operator/developer-page.tsx'
import { DevelopersPage } from '../operator/developers-page.tsx'
import { InvitationsPage } from '../operator/invitations-page.tsx'
import { OperatorAuditPage } from '../operator/operator-audit-page.tsx'
import { PlansPage } from '../operator/plans-page.tsx'
import { ServicePage } from '../operator/service-page.tsx'
import { RequestPage } from '../usage/request-page.tsx'
import { RequestsPage } from '../usage/requests-page.tsx'
import { UsagePage } from '../usage/usage-page.tsx'
import { LeakedPage } from '../keys/leaked-page.tsx'
import { SignInPage } from '../sign-in/sign-in-page.tsx'
import { AuditPage } from '../audit/audit-page.tsx'
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
  operatorPlans: { show: PlansPage, access: 'operator' },
  operatorInvitations: { show: InvitationsPage, access: 'operator' },
  operatorAudit: { show: OperatorAuditPage, access: 'operator' },
  application: { show: ApplicationPage, access: 'developer' },
  audit: { show: AuditPage, access: 'developer' },
  account: { show: AccountPage, access: 'developer' },
  leaked: { show: LeakedPage, access: 'anyone' },
  signIn: { show: SignInPage, access: 'anyone' },
}
