import type { Clock } from '../domain/clock.ts'
import type { Worker } from './supervise.ts'

/** How often a worker is asked how it is, in milliseconds. */
const WATCH_MS = 5_000

/** So often in a row without an answer is no slowness any more. */
const SILENT_MAX = 6

/**
 * Asks a worker every five seconds how it is, and calls `onSilent`, once, when it has not said so for half a minute: it
 * takes its share of the connections and answers none of them. Returns what ends the watch.
 */
export function watchWorker(
  worker: Pick<Worker, 'look'>,
  clock: Pick<Clock, 'after'>,
  onSilent: () => void,
): () => void {
  let silent = 0
  let ended = false
  let cancel = () => {}
  const ask = async () => {
    silent = (await worker.look()) === undefined ? silent + 1 : 0
    if (ended) return
    if (silent < SILENT_MAX) askLater()
    else onSilent()
  }
  const askLater = () => {
    cancel = clock.after(WATCH_MS, () => void ask())
  }
  askLater()
  return () => {
    ended = true
    cancel()
  }
}
