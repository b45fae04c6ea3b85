import type { ApiReply } from '../../api/api-client.ts'
import type { callApi } from '../../api/api-client.ts'

type ListQuery = NonNullable<Parameters<typeof callApi<'requests.list'>>[1]['query']>

/** Whose requests are listed, and which: the query of the page's link. */
export interface RequestSelection {
  /** Requests of all developers, for operators. */
  readonly isEveryone: boolean
  readonly query: Pick<
    ListQuery,
    'status' | 'code' | 'operation' | 'region' | 'keyId' | 'cache' | 'slowMs'
  >
}

/** A listed request; an operator also sees its developer. */
export type ListedRequest = ApiReply<'operator.requests'>['requests'][number]

/** Ways to obtain an answer, as the filter offers them. */
export const CACHE_FILTERS = ['hit', 'miss', 'stale', 'joined', 'bypass'] as const

/** Offered least durations in milliseconds. */
export const SLOW_FILTERS = [100, 500, 1_000, 5_000] as const

/** Returns the selection of a link. Ignores values that the server would reject. */
export function parseSelection(query: URLSearchParams): RequestSelection {
  const status = Number(query.get('status'))
  const slowMs = Number(query.get('slow'))
  const word = (name: string, pattern: RegExp) => {
    const text = query.get(name)
    return text !== null && pattern.test(text) ? text : undefined
  }
  return {
    isEveryone: query.get('developers') === 'all',
    query: {
      status: Number.isInteger(status) && status >= 100 && status <= 599 ? status : undefined,
      code: word('code', /^[a-z_]{1,64}$/) as ListQuery['code'],
      operation: word('operation', /^[a-z_.]{1,64}$/) as ListQuery['operation'],
      region: word('region', /^(?:jp|tw|en|kr)$/) as ListQuery['region'],
      keyId: word('key', /^[A-Za-z0-9_-]{1,64}$/),
      cache: CACHE_FILTERS.find((one) => one === query.get('cache')),
      slowMs: SLOW_FILTERS.find((one) => one === slowMs),
    },
  }
}

/** Returns whether any filter is set. */
export function isFiltered({ query }: RequestSelection): boolean {
  return Object.values(query).some((value) => value !== undefined)
}
