/**
 * Calls `listener` once `signal` aborts; now, if it has. Returns the function that stops listening,
 * which may be called at any time.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener()
    return () => {}
  }
  signal.addEventListener('abort', listener, { once: true })
  return () => signal.removeEventListener('abort', listener)
}

/**
 * Settles like `work`, or rejects with the reason of `signal` as soon as that aborts. The work
 * itself continues; its later rejection is ignored.
 */
export async function untilAborted<Value>(
  signal: AbortSignal,
  work: Promise<Value>,
): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stopListening = onAbort(signal, () => reject(signal.reason))
  try {
    return await Promise.race([work, aborted])
  } finally {
    stopListening()
  }
}
