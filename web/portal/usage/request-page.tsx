import type { JSX } from 'preact'
import { askPortal } from '../api/ask-portal.ts'
import { useAsked } from '../api/use-asked.ts'
import { useDeveloper, usePortal } from '../frame/portal-context.ts'
import { Button } from '../parts/button.tsx'
import { Notice, ProblemNotice, Skeleton } from '../parts/notice.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { RequestRecord } from './request-record.tsx'
import { RequestSearch } from './request-search.tsx'
import { RequestTrace } from './request-trace.tsx'
import { USAGE_TEXTS } from './texts/usage-texts.ts'
import './usage.css'

/** `/portal/requests/{id}`: what became of one request. */
export function RequestPage(): JSX.Element {
  const { lang, place } = usePortal()
  const { isOperator } = useDeveloper()
  const texts = USAGE_TEXTS[lang]
  const { request } = texts
  const asked = useAsked({
    key: place.id,
    load: (signal) => askPortal('requests.get', { path: { requestId: place.id }, signal }),
  })
  return (
    <>
      <PageHead title={request.title} />
      <p class="usage-id">
        <code>{place.id}</code>
      </p>
      {body()}
      <section aria-labelledby="usage-another">
        <h2 id="usage-another">{request.another}</h2>
        <RequestSearch key={place.id} texts={texts} />
      </section>
    </>
  )

  function body(): JSX.Element {
    if (asked.value !== undefined) {
      return (
        <>
          <RequestRecord record={asked.value} texts={texts} />
          <RequestTrace record={asked.value} texts={texts} />
        </>
      )
    }
    if (asked.problem === undefined) return <Skeleton />
    if (!['not_found', 'invalid_request'].includes(asked.problem.code)) {
      return <ProblemNotice problem={asked.problem} retry={asked.reload} />
    }
    return (
      <Notice kind="warn">
        <p>
          <strong>{request.notFound}</strong>{' '}
          {isOperator ? request.notFoundOperator : request.notFoundHelp}
        </p>
        <Button onClick={asked.reload}>{request.again}</Button>
      </Notice>
    )
  }
}
