import type { ComponentChildren, JSX } from 'preact'
import { pathTo, type PageName } from '../layout/route.ts'
import { usePortal } from '../layout/portal-context.ts'
import { Link } from '../components/link.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { OPERATOR_MESSAGES } from './messages/operator-messages.ts'
import './operator.css'

/** Operator pages; a developer's page belongs to the list of developers. */
const PAGES = {
  service: 'operator',
  developers: 'operatorDevelopers',
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
  const { lang, route } = usePortal()
  const { nav } = OPERATOR_MESSAGES[lang]
  const here = route.page === 'operatorDeveloper' ? 'operatorDevelopers' : route.page
  return (
    <>
      <nav class="tabs small" aria-label={nav.label}>
        {(Object.keys(PAGES) as (keyof typeof PAGES)[]).map((name) => (
          <Link
            key={name}
            className="choice"
            to={pathTo(PAGES[name])}
            isCurrent={PAGES[name] === here}
          >
            {nav[name]}
          </Link>
        ))}
      </nav>
      <PageHeader title={title} lead={lead}>
        {children}
      </PageHeader>
    </>
  )
}
