import type { JSX } from 'preact'
import { callApi, portalNowMs } from '../../api/api-client.ts'
import { useQuery } from '../../api/use-query.ts'
import { pathTo } from '../../layout/route.ts'
import { useMessages } from '../../layout/portal-context.ts'
import { Link } from '../../components/link.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { HealthSection } from './health-section.tsx'
import { OperatorHeader } from '../operator-header.tsx'
import { CountsTable } from '../../usage/counts-table.tsx'
import { ErrorsPanel } from '../../usage/errors-panel.tsx'
import { LatencySection } from '../../usage/latency-section.tsx'
import { UsageOverTime } from '../../usage/usage-over-time.tsx'
import { usageQuery } from '../../usage/usage-range.ts'
import { RegionTable } from './region-table.tsx'

/** Reload interval while the page is visible. */
const EVERY_MS = 5_000
const LATENCY_EVERY_MS = 30_000

/** `/portal/operator`: renders the health of the service, its regions, and usage by developer. */
export function ServicePage(): JSX.Element {
  const messages = useMessages().operator
  const usageMessages = useMessages().usage
  const service = useQuery({
    key: 'service',
    load: (signal) => callApi('operator.service', { signal }),
    everyMs: EVERY_MS,
  })
  const usage = useQuery({
    key: 'usage',
    load: (signal) =>
      callApi('operator.usage', { query: usageQuery('24h', portalNowMs()), signal }),
    everyMs: EVERY_MS,
  })
  const health = useQuery({
    key: 'health',
    load: (signal) => callApi('operator.health', { signal }),
    everyMs: LATENCY_EVERY_MS,
  })
  const latency = useQuery({
    key: 'latency',
    load: (signal) =>
      callApi('operator.latency', { query: usageQuery('24h', portalNowMs()), signal }),
    everyMs: LATENCY_EVERY_MS,
  })
  return (
    <>
      <OperatorHeader title={messages.service.title} lead={messages.service.lead} />
      <ProblemNotice
        problem={service.problem ?? usage.problem}
        retry={() => {
          service.reload()
          usage.reload()
        }}
      />
      {service.value === undefined || (health.value ?? health.problem) === undefined ? (
        service.problem === undefined && <Skeleton count={18} />
      ) : (
        <>
          {health.value !== undefined && <HealthSection health={health.value} />}
          <RegionTable regions={service.value.regions} messages={messages} />
        </>
      )}
      {service.value !== undefined && usage.value !== undefined && (
        <>
          <UsageOverTime
            usage={usage.value}
            title={messages.service.usage}
            fileName="backline-usage-all-24h"
          />
          {latency.value !== undefined && <LatencySection latency={latency.value} />}
          <ErrorsPanel errors={usage.value.errors} messages={usageMessages} />
          <CountsTable
            title={messages.service.byDeveloper}
            head={messages.service.developer}
            messages={usageMessages}
            rows={usage.value.developers.map((one) => ({
              ...one,
              key: one.developerId,
              name: <Link to={pathTo('operatorDeveloper', one.developerId)}>{one.name}</Link>,
            }))}
          />
        </>
      )}
    </>
  )
}
