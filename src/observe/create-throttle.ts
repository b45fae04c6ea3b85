import type { Clock } from '../domain/clock.ts'

/**
 * Says whether something that may happen very often is to be told now: the first time at once, then once in `everyMs`.
 * Returns how often it has happened since it was last told, or `undefined` when it is not to be told. Keys must be
 * few: they are never forgotten.
 */
export type Throttle = (key: string) => number | undefined

/** Makes a throttle. */
export function createThrottle(clock: Pick<Clock, 'monotonicMs'>, everyMs: number): Throttle {
  const seen = new Map<string, { toldMs: number; times: number }>()
  return (key) => {
    const nowMs = clock.monotonicMs()
    const entry = seen.get(key) ?? { toldMs: -Infinity, times: 0 }
    seen.set(key, entry)
    entry.times += 1
    if (nowMs - entry.toldMs < everyMs) return undefined
    const { times } = entry
    entry.toldMs = nowMs
    entry.times = 0
    return times
  }
}
