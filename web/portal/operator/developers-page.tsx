import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { askPortal, portalNowMs } from '../api/ask-portal.ts'
import { useAsked } from '../api/use-asked.ts'
import { pathTo } from '../frame/place.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Field } from '../parts/field.tsx'
import { Link } from '../parts/link.tsx'
import { Notice, ProblemNotice, Skeleton } from '../parts/notice.tsx'
import { OperatorHead } from './operator-head.tsx'
import { questionOf } from '../usage/usage-range.ts'
import { DeveloperTable } from './developer-table.tsx'
import { filterDevelopers, type DeveloperFilter } from './filter-developers.ts'
import { OPERATOR_TEXTS } from './texts/operator-texts.ts'

/** How often it is asked again while somebody looks. */
const EVERY_MS = 5_000

const STATES = ['waiting', 'active', 'suspended'] as const

/** `/portal/operator/developers`: everybody who has an account, with what they used in a day. */
export function DevelopersPage(): JSX.Element {
  const { lang, format } = usePortal()
  const texts = OPERATOR_TEXTS[lang]
  const [filter, setFilter] = useState<DeveloperFilter>({ text: '', state: undefined })
  const asked = useAsked({
    key: 'developers',
    load: async (signal) => (await askPortal('operator.developers', { signal })).developers,
    everyMs: EVERY_MS,
  })
  // Who is there can be shown without what they used.
  const usage = useAsked({
    key: 'usage',
    load: async (signal) => {
      const query = questionOf('24h', portalNowMs())
      const { developers } = await askPortal('operator.usage', { query, signal })
      return new Map(developers.map((one) => [one.developerId, one]))
    },
    everyMs: EVERY_MS,
  })
  return (
    <>
      <OperatorHead title={texts.developers.title} />
      <ProblemNotice problem={asked.problem ?? usage.problem} retry={asked.reload} />
      {asked.value === undefined ? asked.problem === undefined && <Skeleton /> : list(asked.value)}
    </>
  )

  function list(developers: NonNullable<typeof asked.value>): JSX.Element {
    if (developers.length === 0) {
      return (
        <Notice>
          <p>
            <strong>{texts.developers.none}</strong>{' '}
            <Link to={pathTo('operatorInvitations')}>{texts.developers.noneHelp}</Link>
          </p>
        </Notice>
      )
    }
    const shown = filterDevelopers(developers, filter)
    const waiting = developers.filter(({ state }) => state === 'waiting').length
    return (
      <>
        {waiting > 0 && (
          <Notice kind="warn">
            <p>{texts.developers.waiting(format.number(waiting))}</p>
          </Notice>
        )}
        <div class="usage-filters" role="search">
          <Field label={texts.developers.search}>
            {(field) => (
              <input
                {...field}
                type="search"
                value={filter.text}
                onInput={({ currentTarget }) => setFilter({ ...filter, text: currentTarget.value })}
              />
            )}
          </Field>
          <Field label={texts.developers.state}>
            {(field) => (
              <select
                {...field}
                value={filter.state ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  setFilter({ ...filter, state: STATES.find((state) => state === value) })
                }
              >
                <option value="">{texts.developers.allStates}</option>
                {STATES.map((state) => (
                  <option key={state} value={state}>
                    {texts.states[state]}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <p class="quiet" role="status">
          {shown.length === 0
            ? texts.developers.noMatch
            : texts.developers.shown(format.number(shown.length), format.number(developers.length))}
        </p>
        {shown.length > 0 && (
          <DeveloperTable developers={shown} usage={usage.value} texts={texts} />
        )}
      </>
    )
  }
}
