import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { AskFailure, type Failure } from './ask.ts'

/** Something that is asked for, and is asked for again. */
export interface Loaded<Value> {
  /** The newest there is; it stays while it is asked for again, and when that fails. */
  readonly value: Value | undefined
  /** Why the last try brought nothing. */
  readonly failure: Failure | undefined
  /** Asks now. */
  readonly reload: () => void
}

/** What is done to load. */
export interface Loading<Value> {
  /** Names what is loaded: another key drops the value. `undefined`: nothing is loaded. */
  readonly key: string | undefined
  readonly load: (signal: AbortSignal) => Promise<Value>
  /** After how many milliseconds it is asked again; `undefined`: never by itself. */
  readonly againMs?: (value: Value) => number | undefined
}

/** How long after a failure it is tried again. */
const AFTER_FAILURE_MS = 15_000

/** Loads, again and again, one thing at a time; what has been overtaken is aborted. */
export function useLoaded<Value>({ key, load, againMs }: Loading<Value>): Loaded<Value> {
  const [state, setState] = useState<{
    readonly key: string | undefined
    readonly value?: Value
    readonly failure?: Failure
  }>({ key })
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
        const value = await latest.current.load(abort.signal)
        if (abort.signal.aborted) return
        setState({ key, value })
        again(latest.current.againMs?.(value))
      } catch (error) {
        if (abort.signal.aborted) return
        const failure = error instanceof AskFailure ? error.failure : 'broken'
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
    reload,
  }
}
