import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, type Failure } from './api-client.ts'

/** Result of a query. */
export interface QueryResult<Value> {
  /** The latest value; kept while it is reloaded and if that fails. */
  readonly value: Value | undefined
  /** Why the last attempt failed. */
  readonly failure: Failure | undefined
  /** Whether the first load is still pending. */
  readonly isLoading: boolean
  /** Reloads now. */
  readonly reload: () => void
}

/** What to load. */
export interface QueryOptions<Value> {
  /** Identifies the value: another key drops it. `undefined` loads nothing. */
  readonly key: string | undefined
  readonly load: (signal: AbortSignal) => Promise<Value>
  /** Delay before the next automatic load, in ms; `undefined` disables it. */
  readonly againMs?: (value: Value) => number | undefined
}

/** Delay before a retry after a failure. */
const AFTER_FAILURE_MS = 15_000

/** What a query has loaded: its value, or why there is none. */
export type KnownResult = { readonly value: unknown } | { readonly failure: Failure }

/** A {@link KnownResult} with the key of its query. */
export type KnownQuery = readonly [key: string, result: KnownResult]

/** Results that came with the page, by key, until a query takes them. */
const known = new Map<string, KnownResult>()

/**
 * Provides the first results of queries. Each is used once: a value instead of a load, a failure
 * until the load.
 */
export function provideResults(results: readonly KnownQuery[]): void {
  for (const [key, result] of results) known.set(key, result)
}

/** Drops the results that no query has taken. */
export function dropResults(): void {
  known.clear()
}

/** Loads a value and reloads it; aborts superseded requests. */
export function useQuery<Value>({ key, load, againMs }: QueryOptions<Value>): QueryResult<Value> {
  const [state, setState] = useState<{
    readonly key: string | undefined
    readonly value?: Value
    readonly failure?: Failure
  }>(() => ({ key, ...(knownOf(key) as { value: Value } | { failure: Failure } | undefined) }))
  const [round, setRound] = useState(0)
  const latest = useRef({ load, againMs })
  latest.current = { load, againMs }
  const reload = useCallback(() => setRound((before) => before + 1), [])
  useEffect(() => {
    if (key === undefined) return undefined
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = (ms: number | undefined) => {
      if (ms !== undefined) timer = setTimeout(reload, ms)
    }
    const run = async () => {
      try {
        const provided = round === 0 ? known.get(key) : undefined
        known.delete(key)
        const value =
          provided !== undefined && 'value' in provided
            ? (provided.value as Value)
            : await latest.current.load(abort.signal)
        if (abort.signal.aborted) return
        setState({ key, value })
        again(latest.current.againMs?.(value))
      } catch (error) {
        if (abort.signal.aborted) return
        const failure = error instanceof ApiError ? error.failure : 'broken'
        setState((before) => (before.key === key ? { ...before, failure } : { key, failure }))
        if (failure !== 'missing' && failure !== 'refused') again(AFTER_FAILURE_MS)
      }
    }
    void run()
    globalThis.addEventListener('online', reload)
    return () => {
      abort.abort()
      clearTimeout(timer)
      globalThis.removeEventListener('online', reload)
    }
  }, [key, round, reload])
  const isCurrent = state.key === key
  return {
    value: isCurrent ? state.value : undefined,
    failure: isCurrent ? state.failure : undefined,
    isLoading:
      key !== undefined &&
      !(isCurrent && (state.value !== undefined || state.failure !== undefined)),
    reload,
  }
}

/** Returns the result of a query that came with the page, if there is one. */
function knownOf(key: string | undefined): KnownResult | undefined {
  return key === undefined ? undefined : known.get(key)
}
