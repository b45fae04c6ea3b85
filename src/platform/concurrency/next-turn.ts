import { setImmediate } from 'node:timers/promises'

/** The last scheduled turn. A process has one event loop, and so one order of turns. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Yields to the event loop between two chunks of long work: resolves in a later iteration, after
 * pending I/O. Each caller gets a separate iteration, so that many long tasks together delay other
 * work by one chunk. Rejects with the reason of `signal` once that has aborted.
 */
export async function nextTurn(signal?: AbortSignal): Promise<void> {
  const turn = last.then(() => setImmediate())
  last = turn
  await turn
  signal?.throwIfAborted()
}
