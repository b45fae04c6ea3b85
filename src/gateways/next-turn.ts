import { setImmediate } from 'node:timers/promises'

/** The last turn that was given out. There is one event loop in a process, and so one order of turns. */
let last: Promise<unknown> = Promise.resolve()

/**
 * For long work that is done piece by piece: resolves in a later turn of the event loop, after everything that waits
 * there. Each caller gets a turn of its own, so that many long works together hold up others no longer than one.
 * Rejects with the reason of `signal` once that has been aborted.
 */
export async function nextTurn(signal?: AbortSignal): Promise<void> {
  const turn = last.then(() => setImmediate())
  last = turn
  await turn
  signal?.throwIfAborted()
}
