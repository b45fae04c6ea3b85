import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { ApiProblem } from './api-client.ts'
import { usePortal } from '../layout/portal-context.ts'

/** Result of a query. */
export interface QueryResult<Value> {
  /** The latest value; kept while it is reloaded and if that fails. */
  readonly value: Value | undefined
  /** Why the last attempt failed. */
  readonly problem: ApiProblem | undefined
  /** Reloads now. */
  readonly reload: () => void
  /** Replaces the value, for example with the reply of a change. */
  readonly set: (value: Value) => void
}

/** What to load. */
export interface QueryOptions<Value> {
  /** Identifies the value: another key drops it. `undefined` loads nothing. */
  readonly key: string | undefined
  readonly load: (signal: AbortSignal) => Promise<Value>
  /** Reload interval in ms while the page is visible; absent: no automatic reload. */
  readonly everyMs?: number
}

/**
 * Loads a value on mount, when the network returns and at the given interval. An ended session
 * leads to the sign-in page.
 */
export function useQuery<Value>({ key, load, everyMs }: QueryOptions<Value>): QueryResult<Value> {
  const { onSessionEnded: sessionOver } = usePortal()
  const [state, setState] = useState<{
    readonly key: string | undefined
    readonly value?: Value
    readonly problem?: ApiProblem
  }>({ key })
  const [round, setRound] = useState(0)
  const latest = useRef(load)
  latest.current = load
  const reload = useCallback(() => setRound((before) => before + 1), [])
  const set = useCallback((value: Value) => setState({ key, value }), [key])
  useEffect(() => {
    if (key === undefined) return undefined
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = (waitMs: number) => {
      timer = setTimeout(() => {
        if (!document.hidden) return reload()
        document.addEventListener('visibilitychange', reload, { once: true, signal: abort.signal })
      }, waitMs)
    }
    const run = async () => {
      try {
        const value = await latest.current(abort.signal)
        if (abort.signal.aborted) return
        setState({ key, value })
        if (everyMs !== undefined) again(everyMs)
      } catch (error) {
        if (abort.signal.aborted) return
        const problem = error instanceof ApiProblem ? error : new ApiProblem('broken')
        if (problem.code === 'not_signed_in') return sessionOver()
        setState((before) => (before.key === key ? { ...before, problem } : { key, problem }))
        if (everyMs !== undefined) again(Math.max(everyMs, (problem.retryAfterS ?? 15) * 1_000))
      }
    }
    void run()
    globalThis.addEventListener('online', reload, { signal: abort.signal })
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [key, round, everyMs, reload])
  const isCurrent = state.key === key
  return {
    value: isCurrent ? state.value : undefined,
    problem: isCurrent ? state.problem : undefined,
    reload,
    set,
  }
}
