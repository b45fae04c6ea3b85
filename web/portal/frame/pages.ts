import type { JSX } from 'preact'
import type { PortalAccess } from '../../../src/portal/contract/portal-operation.ts'
import { ApplicationsPage } from '../keys/applications-page.tsx'
import type { PageName } from './place.ts'

/** One page: what it shows, and for whom. */
export interface PortalPage {
  readonly show: () => JSX.Element
  readonly access: PortalAccess
}

/** Every page. */
export const PAGES: Readonly<Partial<Record<PageName, PortalPage>>> = {
  applications: { show: ApplicationsPage, access: 'developer' },
}
