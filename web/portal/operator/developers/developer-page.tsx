import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { callApi, portalNowMs, type ApiReply } from '../../api/api-client.ts'
import { useQuery } from '../../api/use-query.ts'
import { pathTo } from '../../layout/route.ts'
import { useMessages, usePortal } from '../../layout/portal-context.ts'
import { Link } from '../../components/link.tsx'
import { Timestamp } from '../../components/timestamp.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { OperatorHeader } from '../operator-header.tsx'
import { UsageOverTime } from '../../usage/usage-over-time.tsx'
import { usageQuery } from '../../usage/usage-range.ts'
import { DeveloperKeys } from './developer-keys.tsx'
import { DeveloperLimits } from './developer-limits.tsx'
import { DeveloperPersons, MergeDeveloper } from './developer-persons.tsx'
import { DeveloperState } from './developer-state.tsx'

/** Reload interval while the page is visible. */
const EVERY_MS = 5_000

/** A developer in the operator's view. */
export type DetailedDeveloper = ApiReply<'operator.developer'>

/** `/portal/operator/developers/{id}`: renders a developer and the operator's actions. */
export function DeveloperPage(): JSX.Element {
  const { route } = usePortal()
  const developerId = route.id
  const messages = useMessages().operator
  const result = useQuery({
    key: developerId,
    load: (signal) => callApi('operator.developer', { path: { developerId }, signal }),
  })
  const usage = useQuery({
    key: developerId,
    load: (signal) =>
      callApi('operator.usage', {
        query: { ...usageQuery('24h', portalNowMs()), developerId },
        signal,
      }),
    everyMs: EVERY_MS,
  })
  const back = <Link to={pathTo('operatorDevelopers')}>{messages.developer.back}</Link>
  if (result.value === undefined) {
    return (
      <>
        <OperatorHeader title={messages.developers.title}>{back}</OperatorHeader>
        {result.problem === undefined ? (
          <Skeleton />
        ) : (
          <ProblemNotice problem={result.problem} retry={result.reload} />
        )}
      </>
    )
  }
  const developer = result.value
  return (
    <>
      <OperatorHeader title={developer.name}>{back}</OperatorHeader>
      <ProblemNotice problem={result.problem ?? usage.problem} retry={result.reload} />
      <DeveloperState developer={developer} onChange={result.set} messages={messages} />
      <DeveloperLimits developer={developer} onChange={result.set} messages={messages} />
      <DeveloperKeys developer={developer} onChange={result.reload} messages={messages} />
      {usage.value !== undefined && (
        <UsageOverTime
          usage={usage.value}
          title={messages.developer.usage}
          fileName={`backline-usage-${developerId}-24h`}
        />
      )}
      <DeveloperPersons developer={developer} onChange={result.set} />
      <Sessions developer={developer} />
      <MergeDeveloper developer={developer} />
      <p>
        <Link to={`${pathTo('operatorAudit')}?developer=${developerId}`}>
          {messages.developer.audit}
        </Link>
      </p>
    </>
  )
}

function Sessions({ developer }: { readonly developer: DetailedDeveloper }): JSX.Element {
  const { developer: messages } = useMessages().operator
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{messages.sessions}</h2>
      {developer.sessions.length === 0 ? (
        <p class="quiet">{messages.noSessions}</p>
      ) : (
        <ul class="operator-people">
          {developer.sessions.map(({ signedInBy, createdAtMs, usedAtMs }) => (
            <li key={`${createdAtMs} ${usedAtMs}`}>
              {messages.sessionWith[signedInBy]}{' '}
              <span class="quiet">
                {messages.sessionUsed} <Timestamp ms={usedAtMs} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
