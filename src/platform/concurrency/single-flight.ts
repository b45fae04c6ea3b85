/**
 * Creates a function that coalesces concurrent work: callers with the same key get the promise of
 * the call in flight. A settled call, also a failed one, is forgotten.
 */
export function singleFlight<Value>(): (key: string, run: () => Promise<Value>) => Promise<Value> {
  const inFlight = new Map<string, Promise<Value>>()
  return (key, run) => {
    const existing = inFlight.get(key)
    if (existing !== undefined) return existing
    const started = run().finally(() => inFlight.delete(key))
    inFlight.set(key, started)
    return started
  }
}
