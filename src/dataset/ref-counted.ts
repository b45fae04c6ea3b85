/** Reference count of a resource. */
export interface RefCounted {
  /** Retains the resource until the promise has settled. Settles as the promise does. */
  during<Value>(used: Promise<Value>): Promise<Value>
  /**
   * Closes the resource after its last use, or at once when it is unused. No new use may start
   * afterwards. Idempotent.
   */
  end(): void
}

/** Creates a reference count. Calls `close` once. */
export function createRefCounted(close: () => void): RefCounted {
  let users = 0
  let ended = false
  let closed = false
  const closeIfIdle = () => {
    if (!ended || closed || users > 0) return
    closed = true
    close()
  }
  return {
    async during(used) {
      users += 1
      try {
        return await used
      } finally {
        users -= 1
        closeIfIdle()
      }
    },
    end() {
      ended = true
      closeIfIdle()
    },
  }
}
