import type { JSX } from 'preact'
import { callApi } from '../api/api-client.ts'
import { useQuery } from '../api/use-query.ts'
import { useDeveloper, usePortal } from '../layout/portal-context.ts'
import { Button } from '../components/button.tsx'
import { Notice, ProblemNotice, Skeleton } from '../components/notice.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { RequestRecord } from './request-record.tsx'
import { RequestSearch } from './request-search.tsx'
import { RequestTrace } from './request-trace.tsx'
import { USAGE_MESSAGES } from './messages/usage-messages.ts'
import './usage.css'

/** `/portal/requests/{id}`: renders the record of one request. */
export function RequestPage(): JSX.Element {
  const { lang, route } = usePortal()
  const { isOperator } = useDeveloper()
  const messages = USAGE_MESSAGES[lang]
  const { request } = messages
  const result = useQuery({
    key: route.id,
    load: (signal) => callApi('requests.get', { path: { requestId: route.id }, signal }),
  })
  return (
    <>
      <PageHeader title={request.title} />
      <p class="usage-id">
        <code>{route.id}</code>
      </p>
      {body()}
      <section aria-labelledby="usage-another">
        <h2 id="usage-another">{request.another}</h2>
        <RequestSearch key={route.id} messages={messages} />
      </section>
    </>
  )

  function body(): JSX.Element {
    if (result.value !== undefined) {
      return (
        <>
          <RequestRecord record={result.value} messages={messages} />
          <RequestTrace record={result.value} messages={messages} />
        </>
      )
    }
    if (result.problem === undefined) return <Skeleton />
    if (!['not_found', 'invalid_request'].includes(result.problem.code)) {
      return <ProblemNotice problem={result.problem} retry={result.reload} />
    }
    return (
      <Notice kind="warn">
        <p>
          <strong>{request.notFound}</strong>{' '}
          {isOperator ? request.notFoundOperator : request.notFoundHelp}
        </p>
        <Button onClick={result.reload}>{request.again}</Button>
      </Notice>
    )
  }
}
