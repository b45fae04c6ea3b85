import type { ComponentChildren, JSX } from 'preact'
import { pathTo, type PageName } from '../layout/route.ts'
import { useMessages, usePortal } from '../layout/portal-context.ts'
import { NavTabs } from '../components/nav-tabs.tsx'
import { PageHeader } from '../components/page-header.tsx'
import './operator.css'

/** Operator pages; a developer's page belongs to the list of developers. */
const PAGES = {
  service: 'operator',
  developers: 'operatorDevelopers',
  access: 'operatorAccess',
  incidents: 'operatorIncidents',
  plans: 'operatorPlans',
  invitations: 'operatorInvitations',
  audit: 'operatorAudit',
} as const satisfies Readonly<Record<string, PageName>>

/** Renders the navigation and heading of an operator page. */
export function OperatorHeader({
  title,
  lead,
  children,
}: {
  readonly title: string
  readonly lead?: string
  readonly children?: ComponentChildren
}): JSX.Element {
  const { route } = usePortal()
  const { nav } = useMessages().operator
  const here = route.page === 'operatorDeveloper' ? 'operatorDevelopers' : route.page
  return (
    <>
      <NavTabs
        isInner
        label={nav.label}
        tabs={(Object.keys(PAGES) as (keyof typeof PAGES)[]).map((name) => ({
          to: pathTo(PAGES[name]),
          name: nav[name],
          isCurrent: PAGES[name] === here,
        }))}
      />
      <PageHeader title={title} lead={lead}>
        {children}
      </PageHeader>
    </>
  )
}
