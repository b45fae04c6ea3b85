/** So many that may do something at one time; the others wait in the order of coming. */
export interface Places {
  /** How many wait for one. */
  readonly waiting: number
  /** Takes a place; waits for one. Resolves with what gives it back, to be called once. */
  take(): Promise<() => void>
  /** Likewise; resolves with nothing when the signal aborts before there is a place. */
  take(signal: AbortSignal): Promise<(() => void) | undefined>
}

/** Makes so many places. */
export function createPlaces(count: number): Places {
  let free = count
  const line = new Set<() => void>()
  const giveBack = () => {
    free += 1
    const [first] = line
    first?.()
  }
  function take(): Promise<() => void>
  function take(signal: AbortSignal): Promise<(() => void) | undefined>
  function take(signal?: AbortSignal): Promise<(() => void) | undefined> {
    const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>()
    const leave = () => {
      line.delete(enter)
      resolve(undefined)
    }
    const enter = () => {
      line.delete(enter)
      signal?.removeEventListener('abort', leave)
      free -= 1
      resolve(giveBack)
    }
    if (signal?.aborted === true) leave()
    else if (free > 0) enter()
    else {
      line.add(enter)
      signal?.addEventListener('abort', leave, { once: true })
    }
    return promise
  }
  return {
    get waiting() {
      return line.size
    },
    take,
  }
}
