import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { callApi, portalNowMs, type ApiReply } from '../../api/api-client.ts'
import { useQuery } from '../../api/use-query.ts'
import { pathTo } from '../../layout/route.ts'
import { useMessages, usePortal } from '../../layout/portal-context.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Field } from '../../components/field.tsx'
import { Link } from '../../components/link.tsx'
import { Notice, ProblemNotice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { OperatorHeader } from '../operator-header.tsx'
import { usageQuery } from '../../usage/usage-range.ts'
import { DeveloperTable } from './developer-table.tsx'
import { filterDevelopers, type DeveloperFilter } from './filter-developers.ts'

/** Reload interval while the page is visible. */
const EVERY_MS = 5_000

const STATES = ['waiting', 'active', 'suspended'] as const

/** `/portal/operator/developers`: renders all developers with their usage of the last day. */
export function DevelopersPage(): JSX.Element {
  const { format } = usePortal()
  const messages = useMessages().operator
  const [filter, setFilter] = useState<DeveloperFilter>({ text: '', state: undefined })
  const result = useQuery({
    key: 'developers',
    load: loadDevelopers,
    everyMs: EVERY_MS,
  })
  // The list does not wait for usage.
  const usage = useQuery({
    key: 'usage',
    load: async (signal) => {
      const query = usageQuery('24h', portalNowMs())
      const { developers } = await callApi('operator.usage', { query, signal })
      return new Map(developers.map((one) => [one.developerId, one]))
    },
    everyMs: EVERY_MS,
  })
  return (
    <>
      <OperatorHeader title={messages.developers.title} />
      <ProblemNotice problem={result.problem ?? usage.problem} retry={result.reload} />
      {result.value === undefined
        ? result.problem === undefined && <Skeleton />
        : list(result.value)}
    </>
  )

  function list(developers: NonNullable<typeof result.value>): JSX.Element {
    if (developers.length === 0) {
      return (
        <EmptyState title={messages.developers.none}>
          <Link to={pathTo('operatorInvitations')}>{messages.developers.noneHelp}</Link>
        </EmptyState>
      )
    }
    const shown = filterDevelopers(developers, filter)
    const waiting = developers.filter(({ state }) => state === 'waiting').length
    return (
      <>
        {waiting > 0 && (
          <Notice kind="warn">
            <p>{messages.developers.waiting(format.number(waiting))}</p>
          </Notice>
        )}
        <div class="filters few" role="search">
          <Field label={messages.developers.search}>
            {(field) => (
              <input
                {...field}
                type="search"
                value={filter.text}
                onInput={({ currentTarget }) => setFilter({ ...filter, text: currentTarget.value })}
              />
            )}
          </Field>
          <Field label={messages.developers.state}>
            {(field) => (
              <select
                {...field}
                value={filter.state ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  setFilter({ ...filter, state: STATES.find((state) => state === value) })
                }
              >
                <option value="">{messages.developers.allStates}</option>
                {STATES.map((state) => (
                  <option key={state} value={state}>
                    {messages.states[state]}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <p class="quiet" role="status">
          {shown.length === 0
            ? messages.developers.noMatch
            : messages.developers.shown(
                format.number(shown.length),
                format.number(developers.length),
              )}
        </p>
        {shown.length > 0 && (
          <DeveloperTable developers={shown} usage={usage.value} messages={messages} />
        )}
      </>
    )
  }
}

/** Loads all pages of the list, since the filter applies to all developers. */
async function loadDevelopers(
  signal: AbortSignal,
): Promise<ApiReply<'operator.developers'>['developers']> {
  const developers: ApiReply<'operator.developers'>['developers'] = []
  let after: string | undefined
  do {
    const query = { after, limit: 200 }
    const page = await callApi('operator.developers', { query, signal })
    developers.push(...page.developers)
    after = page.next
  } while (after !== undefined)
  return developers
}
