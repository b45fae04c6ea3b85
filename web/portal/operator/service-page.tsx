import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { askPortal, portalNowMs } from '../api/ask-portal.ts'
import { useAsked } from '../api/use-asked.ts'
import { pathTo } from '../frame/place.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Link } from '../parts/link.tsx'
import { ProblemNotice, Skeleton } from '../parts/notice.tsx'
import { OperatorHead } from './operator-head.tsx'
import { CountsTable } from '../usage/counts-table.tsx'
import { USAGE_TEXTS } from '../usage/texts/usage-texts.ts'
import { UsageOverTime } from '../usage/usage-over-time.tsx'
import { questionOf } from '../usage/usage-range.ts'
import { RegionTable } from './region-table.tsx'
import { OPERATOR_TEXTS } from './texts/operator-texts.ts'
import { wordOf } from '../../words/word-of.ts'

/** How often it is asked again while somebody looks. */
const EVERY_MS = 5_000

/** `/portal/operator`: how stores and regions are, and who uses how much. */
export function ServicePage(): JSX.Element {
  const { lang } = usePortal()
  const texts = OPERATOR_TEXTS[lang]
  const usageTexts = USAGE_TEXTS[lang]
  const storesId = useId()
  const service = useAsked({
    key: 'service',
    load: (signal) => askPortal('operator.service', { signal }),
    everyMs: EVERY_MS,
  })
  const usage = useAsked({
    key: 'usage',
    load: (signal) =>
      askPortal('operator.usage', { query: questionOf('24h', portalNowMs()), signal }),
    everyMs: EVERY_MS,
  })
  return (
    <>
      <OperatorHead title={texts.service.title} lead={texts.service.lead} />
      <ProblemNotice
        problem={service.problem ?? usage.problem}
        retry={() => {
          service.reload()
          usage.reload()
        }}
      />
      {service.value === undefined ? (
        service.problem === undefined && <Skeleton />
      ) : (
        <>
          <section aria-labelledby={storesId}>
            <h2 id={storesId}>{texts.service.stores}</h2>
            <dl class="usage-facts">
              {Object.entries(service.value.stores).map(([name, state]) => (
                <div key={name} class={`operator-state ${state}`}>
                  <dt>{wordOf(texts.service.storeNames, name)}</dt>
                  <dd>{wordOf(texts.service.storeStates, state)}</dd>
                </div>
              ))}
            </dl>
            <p class="quiet">{texts.service.storesHelp}</p>
          </section>
          <RegionTable regions={service.value.regions} texts={texts} />
        </>
      )}
      {usage.value !== undefined && (
        <>
          <UsageOverTime
            usage={usage.value}
            title={texts.service.usage}
            fileName="backline-usage-all-24h"
          />
          <CountsTable
            title={texts.service.byDeveloper}
            head={texts.service.developer}
            texts={usageTexts}
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
