/** Keeps something open while it is used. */
export interface Hold {
  /** Keeps it open until `used` has settled; resolves or rejects as that does. */
  until<Value>(used: Promise<Value>): Promise<Value>
  /** Closes it as soon as nobody uses it, at once when nobody does. Nobody may begin to use it afterwards. Idempotent. */
  end(): void
}

/** Makes a hold of what `close` closes; it is called once. */
export function createHold(close: () => void): Hold {
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
