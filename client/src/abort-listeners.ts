const callbacksBySignal = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls back once when `signal` aborts. Returns the function that cancels this. All callbacks of a
 * signal share one listener, because Node warns about more than ten.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal === undefined) return () => {}
  let callbacks = callbacksBySignal.get(signal)
  if (callbacks === undefined) {
    const created = (callbacks = new Set())
    callbacksBySignal.set(signal, created)
    const callAll = () => {
      for (const one of created) one()
    }
    signal.addEventListener('abort', callAll, { once: true })
  }
  const known = callbacks.add(callback)
  return () => void known.delete(callback)
}
