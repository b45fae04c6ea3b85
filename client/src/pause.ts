import type { Clock } from './clock.ts'

/** Fulfilled after `ms`; rejects with the signal's reason when it aborts before. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      cancel()
      signal.removeEventListener('abort', onAbort)
      settle()
    }
    const onAbort = () => end(() => reject(signal.reason as Error))
    const cancel = clock.after(ms, () => end(resolve))
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
  })
}
