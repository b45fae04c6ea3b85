import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { askPortal, portalNowMs, type ReplyOf } from '../api/ask-portal.ts'
import { useAsked } from '../api/use-asked.ts'
import { pathTo } from '../frame/place.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Link } from '../parts/link.tsx'
import { Moment } from '../parts/moment.tsx'
import { ProblemNotice, Skeleton } from '../parts/notice.tsx'
import { OperatorHead } from './operator-head.tsx'
import { UsageOverTime } from '../usage/usage-over-time.tsx'
import { questionOf } from '../usage/usage-range.ts'
import { DeveloperKeys } from './developer-keys.tsx'
import { DeveloperLimits } from './developer-limits.tsx'
import { DeveloperState } from './developer-state.tsx'
import { OPERATOR_TEXTS } from './texts/operator-texts.ts'

/** How often it is asked again while somebody looks. */
const EVERY_MS = 5_000

/** One developer as an operator sees them. */
export type DetailedDeveloper = ReplyOf<'operator.developer'>

/** `/portal/operator/developers/{id}`: one developer, and what an operator can do about them. */
export function DeveloperPage(): JSX.Element {
  const { lang, place } = usePortal()
  const developerId = place.id
  const texts = OPERATOR_TEXTS[lang]
  const asked = useAsked({
    key: developerId,
    load: (signal) => askPortal('operator.developer', { path: { developerId }, signal }),
  })
  const usage = useAsked({
    key: developerId,
    load: (signal) =>
      askPortal('operator.usage', {
        query: { ...questionOf('24h', portalNowMs()), developerId },
        signal,
      }),
    everyMs: EVERY_MS,
  })
  const back = <Link to={pathTo('operatorDevelopers')}>{texts.developer.back}</Link>
  if (asked.value === undefined) {
    return (
      <>
        <OperatorHead title={texts.developers.title}>{back}</OperatorHead>
        {asked.problem === undefined ? (
          <Skeleton />
        ) : (
          <ProblemNotice problem={asked.problem} retry={asked.reload} />
        )}
      </>
    )
  }
  const developer = asked.value
  return (
    <>
      <OperatorHead title={developer.name}>{back}</OperatorHead>
      <ProblemNotice problem={asked.problem ?? usage.problem} retry={asked.reload} />
      <DeveloperState developer={developer} onChange={asked.set} texts={texts} />
      <DeveloperLimits developer={developer} onChange={asked.set} texts={texts} />
      <DeveloperKeys developer={developer} onChange={asked.reload} texts={texts} />
      {usage.value !== undefined && (
        <UsageOverTime
          usage={usage.value}
          title={texts.developer.usage}
          fileName={`backline-usage-${developerId}-24h`}
        />
      )}
      <Identities developer={developer} />
      <p>
        <Link to={`${pathTo('operatorAudit')}?developer=${developerId}`}>
          {texts.developer.audit}
        </Link>
      </p>
    </>
  )
}

function Identities({ developer }: { readonly developer: DetailedDeveloper }): JSX.Element {
  const { lang } = usePortal()
  const { developer: texts } = OPERATOR_TEXTS[lang]
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{texts.identities}</h2>
      {developer.identities.length === 0 ? (
        <p class="quiet">{texts.noIdentities}</p>
      ) : (
        <ul class="operator-people">
          {developer.identities.map(({ identityId, name, createdAtMs }) => (
            <li key={identityId}>
              {name}{' '}
              <span class="quiet">
                <Moment ms={createdAtMs} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
