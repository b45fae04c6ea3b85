import type { JSX } from 'preact'
import { callApi } from '../../api/api-client.ts'
import { useQuery } from '../../api/use-query.ts'
import { useDeveloper, useMessages, usePortal } from '../../layout/portal-context.ts'
import { pathTo } from '../../layout/route.ts'
import { Button } from '../../components/button.tsx'
import { Notice, ProblemNotice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Link } from '../../components/link.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RequestRecord } from './request-record.tsx'
import { RequestSearch } from './request-search.tsx'
import { RequestTrace } from './request-trace.tsx'
import '../usage.css'

/** `/portal/requests/{id}`: renders the record of one request. */
export function RequestPage(): JSX.Element {
  const { route } = usePortal()
  const { isOperator } = useDeveloper()
  const { usage: messages, requests } = useMessages()
  const { request } = messages
  const result = useQuery({
    key: route.id,
    load: (signal) => callApi('requests.get', { path: { requestId: route.id }, signal }),
  })
  return (
    <>
      <p class="back">
        <Link to={pathTo('requests')}>{requests.all}</Link>
      </p>
      <PageHeader title={request.title}>
        <code class="usage-id">{route.id}</code>
      </PageHeader>
      {body()}
      <section class="card" aria-labelledby="usage-another">
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
    if (result.problem === undefined) return <Skeleton kind="card" count={8} />
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
