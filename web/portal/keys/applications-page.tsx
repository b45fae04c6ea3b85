import type { JSX } from 'preact'
import { askPortal } from '../api/ask-portal.ts'
import { useAsked } from '../api/use-asked.ts'
import { usePortal } from '../frame/portal-context.ts'
import { ProblemNotice, Skeleton } from '../parts/notice.tsx'
import { PageHead } from '../parts/page-head.tsx'

/** The applications of a developer. */
export function ApplicationsPage(): JSX.Element {
  const { texts } = usePortal()
  const { value, problem, reload } = useAsked({
    key: 'applications',
    load: (signal) => askPortal('applications.list', { signal }),
  })
  return (
    <>
      <PageHead title={texts.nav.applications} />
      <ProblemNotice problem={problem} retry={reload} />
      {value === undefined && problem === undefined && <Skeleton />}
    </>
  )
}
