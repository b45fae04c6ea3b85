import type { Clock } from '../../platform/time/clock.ts'
import type { Worker } from './supervisor.ts'

/** Milliseconds between two health checks of a worker. */
const WATCH_MS = 5_000

/** Health checks in a row without an answer after which a worker counts as hung. */
const MISSED_MAX = 6

/**
 * Checks every five seconds whether a worker answers, and calls `onHung` once after 30 s without
 * an answer: a hung worker takes its share of the connections and answers none of them. Returns the
 * function that stops the checks.
 */
export function watchWorker(
  worker: Pick<Worker, 'snapshot'>,
  clock: Pick<Clock, 'after'>,
  onHung: () => void,
): () => void {
  let missed = 0
  let ended = false
  let cancel = () => {}
  const check = async () => {
    missed = (await worker.snapshot()) === undefined ? missed + 1 : 0
    if (ended) return
    if (missed < MISSED_MAX) scheduleCheck()
    else onHung()
  }
  const scheduleCheck = () => {
    cancel = clock.after(WATCH_MS, () => void check())
  }
  scheduleCheck()
  return () => {
    ended = true
    cancel()
  }
}
