import { onAbort } from './abort-listeners.ts'
import type { Clock } from './clock.ts'

/** Resolves after `ms` milliseconds. Rejects with the signal's reason when it aborts before. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      cancel()
      unlisten()
      settle()
    }
    const abort = () => finish(() => reject(signal?.reason as Error))
    const cancel = clock.after(ms, () => finish(resolve))
    const unlisten = onAbort(signal, abort)
    if (signal?.aborted === true) abort()
  })
}
