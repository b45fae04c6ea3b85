import type { JSX } from 'preact'
import type { PortalUsage } from '../../../src/portal/contract/usage-operations.ts'
import { askPortal, portalNowMs } from '../api/ask-portal.ts'
import { useAsked } from '../api/use-asked.ts'
import { pathTo } from '../frame/place.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Link } from '../parts/link.tsx'
import { Notice, ProblemNotice, Skeleton } from '../parts/notice.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { QuotaPanel } from './quota-panel.tsx'
import { RequestSearch } from './request-search.tsx'
import { USAGE_TEXTS } from './texts/usage-texts.ts'
import { UsageBreakdowns } from './usage-breakdowns.tsx'
import { UsageFilters, type UsageView } from './usage-filters.tsx'
import { UsageOverTime } from './usage-over-time.tsx'
import { questionOf, rangeOf } from './usage-range.ts'
import './usage.css'

/** How often it is asked again while somebody looks. */
const EVERY_MS = 5_000

/** `/portal/usage`: the quota now, and what was asked over time and by what. */
export function UsagePage(): JSX.Element {
  const { lang, place } = usePortal()
  const texts = USAGE_TEXTS[lang]
  const view: UsageView = {
    range: rangeOf(place.query.get('range')),
    applicationId: idOf(place.query.get('application')),
    keyId: idOf(place.query.get('key')),
  }
  const quota = useAsked({
    key: 'quota',
    load: (signal) => askPortal('usage.quota', { signal }),
    everyMs: EVERY_MS,
  })
  const applications = useAsked({
    key: 'applications',
    load: (signal) => askPortal('applications.list', { signal }),
  })
  const usage = useAsked({
    key: `${view.range} ${view.applicationId ?? ''} ${view.keyId ?? ''}`,
    load: (signal) => askPortal('usage.read', { query: queryOf(view), signal }),
    everyMs: EVERY_MS,
  })
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      {quota.value === undefined ? (
        quota.problem === undefined && <Skeleton />
      ) : (
        <QuotaPanel quota={quota.value} texts={texts} />
      )}
      <ProblemNotice problem={quota.problem ?? usage.problem} retry={reload} />
      <UsageFilters view={view} applications={applications.value?.applications} texts={texts} />
      {usage.value === undefined ? (
        usage.problem === undefined && <Skeleton />
      ) : (
        <>
          {isEmpty(usage.value) ? (
            <Notice>
              <p>
                <strong>{texts.empty}</strong> {texts.emptyHelp}{' '}
                <Link to={pathTo('applications')}>{texts.emptyLink}</Link>
              </p>
            </Notice>
          ) : (
            <>
              <UsageOverTime usage={usage.value} fileName={`backline-usage-${view.range}`} />
              <UsageBreakdowns usage={usage.value} texts={texts} />
            </>
          )}
          <p class="quiet">{texts.live}</p>
        </>
      )}
      <section aria-labelledby="usage-find-request">
        <h2 id="usage-find-request">{texts.findRequest}</h2>
        <p>{texts.findRequestHelp}</p>
        <RequestSearch texts={texts} />
      </section>
    </>
  )

  function reload(): void {
    quota.reload()
    usage.reload()
  }
}

/** Ids in a link are what somebody wrote: what can be none is none. */
function idOf(text: string | null): string | undefined {
  return text !== null && /^[A-Za-z0-9_-]{1,64}$/.test(text) ? text : undefined
}

function queryOf({ range, applicationId, keyId }: UsageView) {
  return {
    ...questionOf(range, portalNowMs()),
    ...(applicationId !== undefined && { applicationId }),
    ...(keyId !== undefined && { keyId }),
  }
}

function isEmpty({ total }: PortalUsage): boolean {
  return total.admitted + total.refused === 0
}
