import type { JSX } from 'preact'
import { Link } from '../parts/link.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { pathTo } from './place.ts'
import { usePortal } from './portal-context.ts'

/** What is shown where there is nothing, or nothing for this reader. */
export function NotFound(): JSX.Element {
  const { texts } = usePortal()
  return (
    <>
      <PageHead title={texts.notFound} lead={texts.notFoundHelp} />
      <p>
        <Link to={pathTo('applications')}>{texts.toApplications}</Link>
      </p>
    </>
  )
}
