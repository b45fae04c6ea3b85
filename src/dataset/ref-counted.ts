/** Reference count of a resource. */
export interface RefCounted {
  /** Keeps the resource open until `used` has settled; settles the same way. */
  until<Value>(used: Promise<Value>): Promise<Value>
  /**
   * Closes the resource when its last use ends, or at once when it is unused. No new use may start
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
    async until(used) {
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
