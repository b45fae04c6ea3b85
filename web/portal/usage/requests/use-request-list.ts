import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiProblem, callApi, type ApiReply } from '../../api/api-client.ts'
import { useQuery } from '../../api/use-query.ts'
import type { ListedRequest, RequestSelection } from './request-filter.ts'

type Page = ApiReply<'operator.requests'>

/** Reload interval of the newest page. */
const EVERY_MS = 5_000

/** Pages without a match that are searched before the reader decides to go on. */
const EMPTY_PAGES_MAX = 20

/** The loaded requests and how to load more. */
export interface RequestListState {
  /** Newest first; `undefined` until the first page has come. */
  readonly requests: readonly ListedRequest[] | undefined
  /** The search is complete down to this time (Unix ms). */
  readonly searchedToMs: number
  readonly problem: ApiProblem | undefined
  readonly hasOlder: boolean
  readonly isSearching: boolean
  /** Whether older pages are shown, which stops the updates. */
  readonly isPaused: boolean
  readonly loadOlder: () => void
  /** Drops the older pages and reloads the newest. */
  readonly showNewest: () => void
}

/** Reads one page of a selection. */
export function readPage(
  { isEveryone, query }: RequestSelection,
  page: { readonly before?: string | undefined; readonly limit: number },
  signal?: AbortSignal,
): Promise<Page> {
  const input = { query: { ...query, ...page }, signal }
  return isEveryone ? callApi('operator.requests', input) : callApi('requests.list', input)
}

/** Loads the newest requests every five seconds, and older ones on demand. */
export function useRequestList(selection: RequestSelection, limit: number): RequestListState {
  const key = JSON.stringify(selection)
  const [older, setOlder] = useState<{ readonly key: string; readonly pages: readonly Page[] }>()
  const [problem, setProblem] = useState<ApiProblem>()
  const [isSearching, setSearching] = useState(false)
  const current = useRef(key)
  current.current = key
  const pages = older?.key === key ? older.pages : []
  const isPaused = pages.length > 0
  const newest = useQuery({
    key,
    load: (signal) => readPage(selection, { limit }, signal),
    ...(!isPaused && { everyMs: EVERY_MS }),
  })
  const all = newest.value === undefined ? [] : [newest.value, ...pages]
  const last = all.at(-1)

  const loadOlder = async () => {
    if (isSearching || last?.next === undefined) return
    setSearching(true)
    setProblem(undefined)
    const found: Page[] = []
    try {
      for (let before: string | undefined = last.next; before !== undefined;) {
        const page: Page = await readPage(selection, { before, limit })
        if (current.current !== key) return
        found.push(page)
        before = page.requests.length > 0 || found.length >= EMPTY_PAGES_MAX ? undefined : page.next
      }
    } catch (error) {
      setProblem(error instanceof ApiProblem ? error : new ApiProblem('broken'))
    } finally {
      if (current.current === key) setOlder({ key, pages: [...pages, ...found] })
      setSearching(false)
    }
  }
  // The first page of a rare selection may be empty although older requests match.
  const isEmpty = last?.next !== undefined && !isPaused && last.requests.length === 0
  useEffect(() => {
    if (isEmpty) void loadOlder()
  }, [key, isEmpty])
  return {
    requests: newest.value && all.flatMap(({ requests }) => requests),
    searchedToMs: last?.searchedToMs ?? 0,
    problem: problem ?? newest.problem,
    hasOlder: last?.next !== undefined,
    isSearching,
    isPaused,
    loadOlder: () => void loadOlder(),
    showNewest: () => {
      setOlder(undefined)
      setProblem(undefined)
      newest.reload()
    },
  }
}
