import type { ComponentChildren, JSX } from 'preact'
import { pathTo, type PageName } from '../frame/place.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Link } from '../parts/link.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { OPERATOR_TEXTS } from './texts/operator-texts.ts'
import './operator.css'

/** The pages of the operator; the page of one developer belongs to that of all. */
const PAGES = {
  service: 'operator',
  developers: 'operatorDevelopers',
  plans: 'operatorPlans',
  invitations: 'operatorInvitations',
  audit: 'operatorAudit',
} as const satisfies Readonly<Record<string, PageName>>

/** What every page of the operator begins with: the way to the others, and its heading. */
export function OperatorHead({
  title,
  lead,
  children,
}: {
  readonly title: string
  readonly lead?: string
  readonly children?: ComponentChildren
}): JSX.Element {
  const { lang, place } = usePortal()
  const { nav } = OPERATOR_TEXTS[lang]
  const here = place.page === 'operatorDeveloper' ? 'operatorDevelopers' : place.page
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
      <PageHead title={title} lead={lead}>
        {children}
      </PageHead>
    </>
  )
}
