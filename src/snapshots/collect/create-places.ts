/** So many that may do something at one time; the others wait in their order. */
export interface Places {
  /** Takes a place; waits for one. Resolves with what gives it back, or with nothing when the signal aborts before. */
  take(signal: AbortSignal): Promise<(() => void) | undefined>
}

/** Makes so many places. */
export function createPlaces(count: number): Places {
  let free = count
  const waiting = new Set<() => void>()
  const giveBack = () => {
    free += 1
    const [first] = waiting
    first?.()
  }
  return {
    take: (signal) => {
      const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>()
      const leave = () => {
        waiting.delete(enter)
        resolve(undefined)
      }
      const enter = () => {
        waiting.delete(enter)
        signal.removeEventListener('abort', leave)
        free -= 1
        resolve(giveBack)
      }
      if (signal.aborted) leave()
      else if (free > 0) enter()
      else {
        waiting.add(enter)
        signal.addEventListener('abort', leave, { once: true })
      }
      return promise
    },
  }
}
