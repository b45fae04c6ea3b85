import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { AskProblem } from './ask-portal.ts'
import { usePortal } from '../frame/portal-context.ts'

/** Something that was asked for. */
export interface Asked<Value> {
  /** The newest there is; it stays while it is asked for again, and when that fails. */
  readonly value: Value | undefined
  /** Why the last try brought nothing. */
  readonly problem: AskProblem | undefined
  /** Asks now. */
  readonly reload: () => void
  /** Puts a newer value in its place, for instance what a change replied. */
  readonly set: (value: Value) => void
}

/** What is done to ask. */
export interface Asking<Value> {
  /** Names what is asked for: another key drops the value. `undefined`: nothing is asked. */
  readonly key: string | undefined
  readonly load: (signal: AbortSignal) => Promise<Value>
  /** After how many milliseconds it is asked again, while the page is seen; absent: never by itself. */
  readonly everyMs?: number
}

/** Asks when the page is shown, when the network is back, and as often as told; a session that is over leads to the sign-in. */
export function useAsked<Value>({ key, load, everyMs }: Asking<Value>): Asked<Value> {
  const { sessionOver } = usePortal()
  const [state, setState] = useState<{
    readonly key: string | undefined
    readonly value?: Value
    readonly problem?: AskProblem
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
        const problem = error instanceof AskProblem ? error : new AskProblem('broken')
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
