import type { JSX } from 'preact'
import { Link } from '../components/link.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { pathTo } from './route.ts'
import { usePortal } from './portal-context.ts'

/** Renders the page for unknown or inaccessible content. */
export function NotFound(): JSX.Element {
  const { common } = usePortal()
  return (
    <>
      <PageHeader title={common.notFound} lead={common.notFoundHelp} />
      <p>
        <Link to={pathTo('applications')}>{common.toApplications}</Link>
      </p>
    </>
  )
}
