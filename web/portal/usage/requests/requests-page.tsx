import type { ComponentChildren, JSX } from 'preact'
import { callApi, portalNowMs } from '../../api/api-client.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { preciseTime } from '../../components/timestamp.tsx'
import { useDeveloper, useMessages, usePortal } from '../../layout/portal-context.ts'
import { ExportButtons } from './export-buttons.tsx'
import { isFiltered, parseSelection, type RequestSelection } from './request-filter.ts'
import { RequestFilters } from './request-filters.tsx'
import { RequestSearch } from './request-search.tsx'
import { RequestTable } from './request-table.tsx'
import { usageQuery } from '../usage-range.ts'
import { useRequestList } from './use-request-list.ts'
import '../usage.css'

/** Requests per page. */
const PAGE = 50

/** `/portal/requests`: renders the requests of the last 24 hours and the search for one. */
export function RequestsPage(): JSX.Element {
  const { route } = usePortal()
  const { isOperator } = useDeveloper()
  const { requests: messages, usage: usageMessages } = useMessages()
  const asked = parseSelection(route.query)
  const selection = { ...asked, isEveryone: asked.isEveryone && isOperator }
  const usage = useQuery({
    key: `requests ${selection.isEveryone}`,
    load: (signal) => {
      const input = { query: usageQuery('24h', portalNowMs()), signal }
      return selection.isEveryone ? callApi('operator.usage', input) : callApi('usage.read', input)
    },
  })
  return (
    <>
      <PageHeader
        title={messages.title}
        lead={selection.isEveryone ? messages.leadOperator : messages.lead}
      />
      <RequestFilters
        selection={selection}
        usage={usage.value}
        messages={messages}
        usageMessages={usageMessages}
      />
      <RequestList selection={selection}>
        <section class="card" aria-labelledby="usage-find-request">
          <h2 id="usage-find-request">{usageMessages.findRequest}</h2>
          <RequestSearch messages={usageMessages} />
          <p class="quiet">{usageMessages.request.private}</p>
        </section>
      </RequestList>
    </>
  )
}

/** Renders the selected requests, how far they were searched, and the export. */
function RequestList({
  selection,
  children,
}: {
  readonly selection: RequestSelection
  /** Follows the list once it is known how long it is. */
  readonly children: ComponentChildren
}): JSX.Element {
  const { format } = usePortal()
  const { requests: messages, usage: usageMessages } = useMessages()
  const list = useRequestList(selection, PAGE)
  if (list.requests === undefined) {
    return list.problem === undefined ? (
      <Skeleton count={20} />
    ) : (
      <>
        <ProblemNotice problem={list.problem} retry={list.showNewest} />
        {children}
      </>
    )
  }
  const isEmpty = list.requests.length === 0
  return (
    <>
      <section aria-label={messages.table}>
        <div class="row between">
          <p class="quiet">{list.isPaused ? messages.paused : messages.live}</p>
          <ExportButtons selection={selection} messages={messages} />
        </div>
        {isEmpty && !list.hasOlder && (
          <EmptyState title={isFiltered(selection) ? messages.emptyFiltered : messages.empty} />
        )}
        {!isEmpty && (
          <RequestTable
            requests={list.requests}
            isEveryone={selection.isEveryone}
            messages={messages}
            usageMessages={usageMessages}
          />
        )}
        <ProblemNotice problem={list.problem} retry={list.showNewest} />
        <div class="row">
          {list.hasOlder && (
            <Button isBusy={list.isSearching} onClick={list.loadOlder}>
              {list.isSearching ? messages.searching : messages.older}
            </Button>
          )}
          {list.isPaused && <Button onClick={list.showNewest}>{messages.newest}</Button>}
          <span class="quiet" role="status">
            {list.hasOlder
              ? messages.searchedTo(preciseTime(format, list.searchedToMs))
              : !isEmpty && messages.complete}
          </span>
        </div>
      </section>
      {children}
    </>
  )
}
