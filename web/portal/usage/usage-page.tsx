import type { JSX } from 'preact'
import type { PortalUsage } from '../../../src/portal/contract/usage-operations.ts'
import { callApi, portalNowMs } from '../api/api-client.ts'
import { useQuery } from '../api/use-query.ts'
import { pathTo } from '../layout/route.ts'
import { useMessages, usePortal } from '../layout/portal-context.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { Link } from '../components/link.tsx'
import { ProblemNotice } from '../components/notice.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { LatencySection } from './latency-section.tsx'
import { QuotaPanel } from './quota-panel.tsx'
import { RequestSearch } from './requests/request-search.tsx'
import { UsageBreakdowns } from './usage-breakdowns.tsx'
import { UsageFilters, type UsageView } from './usage-filters.tsx'
import { UsageOverTime } from './usage-over-time.tsx'
import { usageQuery, rangeOf } from './usage-range.ts'
import './usage.css'

/** Reload intervals while the page is visible. */
const EVERY_MS = 5_000
const LATENCY_EVERY_MS = 30_000

/** `/portal/usage`: renders the current quota, usage over time and its breakdowns. */
export function UsagePage(): JSX.Element {
  const { route } = usePortal()
  const messages = useMessages().usage
  const view: UsageView = {
    range: rangeOf(route.query.get('range')),
    applicationId: idOf(route.query.get('application')),
    keyId: idOf(route.query.get('key')),
  }
  const quota = useQuery({
    key: 'quota',
    load: (signal) => callApi('usage.quota', { signal }),
    everyMs: EVERY_MS,
  })
  const applications = useQuery({
    key: 'applications',
    load: (signal) => callApi('applications.list', { signal }),
  })
  const usage = useQuery({
    key: `${view.range} ${view.applicationId ?? ''} ${view.keyId ?? ''}`,
    load: (signal) => callApi('usage.read', { query: queryOf(view), signal }),
    everyMs: EVERY_MS,
  })
  const latency = useQuery({
    key: `${view.range} ${view.applicationId ?? ''} ${view.keyId ?? ''}`,
    load: (signal) => callApi('usage.latency', { query: queryOf(view), signal }),
    everyMs: LATENCY_EVERY_MS,
  })
  if ((quota.value ?? quota.problem) === undefined) {
    // What follows stays where it is once the height of the quota is known.
    return (
      <>
        <PageHeader title={messages.title} lead={messages.lead} />
        <Skeleton key="quota" kind="tiles" />
      </>
    )
  }
  return (
    <>
      <PageHeader title={messages.title} lead={messages.lead} />
      {quota.value !== undefined && <QuotaPanel quota={quota.value} messages={messages} />}
      <ProblemNotice problem={quota.problem ?? usage.problem} retry={reload} />
      <UsageFilters
        view={view}
        applications={applications.value?.applications}
        messages={messages}
      />
      {usage.value === undefined ? (
        usage.problem === undefined && <Skeleton kind="card" count={6} />
      ) : (
        <>
          {isEmpty(usage.value) ? (
            <EmptyState title={messages.empty}>
              {messages.emptyHelp} <Link to={pathTo('applications')}>{messages.emptyLink}</Link>
            </EmptyState>
          ) : (
            <>
              <UsageOverTime usage={usage.value} fileName={`backline-usage-${view.range}`} />
              {latency.value !== undefined && <LatencySection latency={latency.value} />}
              <UsageBreakdowns usage={usage.value} messages={messages} />
            </>
          )}
          <p class="quiet">{messages.live}</p>
        </>
      )}
      {(usage.value ?? usage.problem) !== undefined && (
        <section class="card" aria-labelledby="usage-find-request">
          <h2 id="usage-find-request">{messages.findRequest}</h2>
          <p>{messages.findRequestHelp}</p>
          <RequestSearch messages={messages} />
        </section>
      )}
    </>
  )

  function reload(): void {
    quota.reload()
    usage.reload()
  }
}

/** Returns an id from a link, or `undefined` if it is malformed. */
function idOf(text: string | null): string | undefined {
  return text !== null && /^[A-Za-z0-9_-]{1,64}$/.test(text) ? text : undefined
}

function queryOf({ range, applicationId, keyId }: UsageView) {
  return {
    ...usageQuery(range, portalNowMs()),
    ...(applicationId !== undefined && { applicationId }),
    ...(keyId !== undefined && { keyId }),
  }
}

function isEmpty({ total }: PortalUsage): boolean {
  return total.admitted + total.refused === 0
}
