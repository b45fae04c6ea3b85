import type { Period } from '../data/parse-message.ts'

/** State of a run. */
export type RunState = 'upcoming' | 'running' | 'ended'

/** Returns the state of a run at a time (Unix ms). */
export function runStateAt({ startsAtMs, endsAtMs }: Period, nowMs: number): RunState {
  if (nowMs < startsAtMs) return 'upcoming'
  return nowMs < endsAtMs ? 'running' : 'ended'
}
