/** Lets work begin when it is its turn. */
export interface BackSeat {
  /** Resolves when the work may begin, in the order in which it was asked for. Never rejects. */
  turn(): Promise<void>
}

/**
 * Makes a line for work that must not hold up other work of this thread: one piece of it begins in each turn of the event loop,
 * behind whatever has come in. A flood of it, from however many connections, delays everything else by one piece, and not by all
 * that is waiting.
 */
export function createBackSeat(): BackSeat {
  const line: (() => void)[] = []
  const begin = () => {
    line.shift()?.()
    if (line.length > 0) setImmediate(begin)
  }
  return {
    turn: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      if (line.push(resolve) === 1) setImmediate(begin)
      return promise
    },
  }
}
