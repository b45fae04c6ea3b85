import type { JSX } from 'preact'
import { REGIONS } from '../../../shared/i18n/regions.ts'
import type { ApiReply } from '../../api/api-client.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { keyNameWithId } from '../../keys/key-state.ts'
import { useDeveloper, usePortal } from '../../layout/portal-context.ts'
import type { RequestListMessages } from '../messages/requests/en.ts'
import type { UsageMessages } from '../messages/en.ts'
import { CACHE_FILTERS, isFiltered, SLOW_FILTERS, type RequestSelection } from './request-filter.ts'

type Option = readonly [value: string, text: string]

/** Query parameters of the filters. */
const NAMES = ['status', 'code', 'operation', 'region', 'key', 'cache', 'slow'] as const

/** Renders the filters of the list, which the URL stores, with the values of the last 24 hours. */
export function RequestFilters({
  selection,
  usage,
  messages,
  usageMessages,
}: {
  readonly selection: RequestSelection
  /** `undefined` while loading. */
  readonly usage: ApiReply<'usage.read'> | undefined
  readonly messages: RequestListMessages
  readonly usageMessages: UsageMessages
}): JSX.Element {
  const { setQuery, common, format } = usePortal()
  const { isOperator } = useDeveloper()
  const { isEveryone, query } = selection
  const { statuses = [], operations = [], errors = [], keys = [] } = usage ?? {}
  const same = (values: readonly (string | number)[]): readonly Option[] =>
    [...new Set(values)].map((value) => [String(value), String(value)])
  const known = operations.map(({ operation }) => operation).filter((name) => name !== '')
  return (
    <div class="filters" role="group" aria-label={messages.filters}>
      {isOperator && (
        <Field label={messages.whose}>
          {(field) => (
            <select
              {...field}
              value={isEveryone ? 'all' : ''}
              onChange={({ currentTarget: { value } }) =>
                setQuery({ developers: value === '' ? undefined : value, key: undefined })
              }
            >
              <option value="">{messages.mine}</option>
              <option value="all">{messages.everyone}</option>
            </select>
          )}
        </Field>
      )}
      {select(
        'status',
        usageMessages.request.status,
        query.status,
        same(statuses.map((one) => one.status)),
      )}
      {select('code', messages.error, query.code, same(errors.map((one) => one.code)))}
      {select('operation', usageMessages.request.operation, query.operation, same(known))}
      {select(
        'region',
        usageMessages.region,
        query.region,
        REGIONS.map((one) => [one, common.regions[one]]),
      )}
      {select(
        'key',
        usageMessages.key,
        query.keyId,
        keys.map((key) => [key.keyId, keyNameWithId(key)]),
      )}
      {select(
        'cache',
        messages.cache,
        query.cache,
        CACHE_FILTERS.map((one) => [one, messages.caches[one]]),
      )}
      {select(
        'slow',
        messages.slow,
        query.slowMs,
        SLOW_FILTERS.map((ms) => [
          String(ms),
          messages.slowerThan(usageMessages.request.milliseconds(format.number(ms))),
        ]),
      )}
      {isFiltered(selection) && (
        <Button
          onClick={() => setQuery(Object.fromEntries(NAMES.map((name) => [name, undefined])))}
        >
          {messages.reset}
        </Button>
      )}
    </div>
  )

  function select(
    name: (typeof NAMES)[number],
    label: string,
    value: string | number | undefined,
    options: readonly Option[],
  ): JSX.Element {
    const text = value === undefined ? '' : String(value)
    // A link may name a value without requests.
    const isListed = text === '' || options.some(([one]) => one === text)
    const all = isListed ? options : [...options, [text, text] as const]
    return (
      <Field label={label}>
        {(field) => (
          <select
            {...field}
            value={text}
            onChange={({ currentTarget }) =>
              setQuery({ [name]: currentTarget.value === '' ? undefined : currentTarget.value })
            }
          >
            <option value="">{messages.any}</option>
            {all.map(([one, shown]) => (
              <option key={one} value={one}>
                {shown}
              </option>
            ))}
          </select>
        )}
      </Field>
    )
  }
}
