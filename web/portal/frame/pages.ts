import type { JSX } from 'preact'
import type { PortalAccess } from '../../../src/portal/contract/portal-operation.ts'
import { AccountPage } from '../account/account-page.tsx'
import { ApplicationPage } from '../keys/application-page.tsx'
import { ApplicationsPage } from '../keys/applications-page.tsx'
import { LeakedPage } from '../keys/leaked-page.tsx'
import { SignInPage } from '../sign-in/sign-in-page.tsx'
import { AuditPage } from '../audit/audit-page.tsx'
import type { PageName } from './place.ts'

/** One page: what it shows, and for whom. */
export interface PortalPage {
  readonly show: () => JSX.Element
  readonly access: PortalAccess
}

/** Every page. */
export const PAGES: Readonly<Partial<Record<PageName, PortalPage>>> = {
  applications: { show: ApplicationsPage, access: 'developer' },
  application: { show: ApplicationPage, access: 'developer' },
  audit: { show: AuditPage, access: 'developer' },
  account: { show: AccountPage, access: 'developer' },
  leaked: { show: LeakedPage, access: 'anyone' },
  signIn: { show: SignInPage, access: 'anyone' },
}
