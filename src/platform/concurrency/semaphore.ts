import { onAbort } from './abort.ts'

/** A counting semaphore with a first-in, first-out queue. */
export interface Semaphore {
  /** Callers that wait for a slot. */
  readonly waiting: number
  /**
   * Acquires a slot, waiting for a free one. Resolves with the function that releases it; call that
   * once.
   */
  acquire(): Promise<() => void>
  /** Acquires a slot, or resolves with `undefined` when the signal aborts before one is free. */
  acquire(signal: AbortSignal): Promise<(() => void) | undefined>
}

/** Creates a semaphore with `count` slots. */
export function createSemaphore(count: number): Semaphore {
  let free = count
  const queue = new Set<() => void>()
  const release = () => {
    free += 1
    const [first] = queue
    first?.()
  }
  function acquire(): Promise<() => void>
  function acquire(signal: AbortSignal): Promise<(() => void) | undefined>
  function acquire(signal?: AbortSignal): Promise<(() => void) | undefined> {
    const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>()
    let stopListening = () => {}
    const enter = () => {
      queue.delete(enter)
      stopListening()
      free -= 1
      resolve(release)
    }
    if (signal?.aborted === true) resolve(undefined)
    else if (free > 0) enter()
    else {
      queue.add(enter)
      if (signal !== undefined) {
        stopListening = onAbort(signal, () => {
          queue.delete(enter)
          resolve(undefined)
        })
      }
    }
    return promise
  }
  return {
    get waiting() {
      return queue.size
    },
    acquire,
  }
}
