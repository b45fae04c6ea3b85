/** A store that is opened on first use. */
export interface OnUse<Store> {
  /** Returns the open store; opens it first, also again after a failed opening. */
  readonly use: () => Promise<Store>
  /** Ends an opening in progress, and closes the store. Idempotent. */
  readonly close: () => Promise<void>
}

/**
 * Creates a store that is opened on first use, so that creating it waits for no unavailable
 * database. `open` gets a signal that ends it: closing must not wait for the statements of a
 * database that does not reply. `what` names the store in the error after closing.
 */
export function openOnUse<Store extends { close(): Promise<void> }>(
  what: string,
  open: (signal: AbortSignal) => Promise<Store>,
): OnUse<Store> {
  const ending = new AbortController()
  let opened: Promise<Store> | undefined
  const use = async () => {
    if (ending.signal.aborted) throw new Error(`${what} is closed.`)
    if (opened !== undefined) return opened
    const opening = open(ending.signal)
    opened = opening
    opening.catch(() => (opened = undefined))
    return opening
  }
  return {
    use,
    close: async () => {
      ending.abort()
      // A failed opening needs no closing.
      const store = await opened?.catch(() => undefined)
      await store?.close()
    },
  }
}
