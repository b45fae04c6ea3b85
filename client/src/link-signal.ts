import { onAbort } from './abort-listeners.ts'

/** A controller that aborts with a signal, and can be aborted by itself. */
export interface LinkedController {
  readonly controller: AbortController
  /** Stops listening to the signal, which may live much longer. */
  readonly unlink: () => void
}

/**
 * Links a new controller to a signal. Not every browser in use has `AbortSignal.any`.
 */
export function linkSignal(signal: AbortSignal | undefined): LinkedController {
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  if (signal?.aborted === true) abort()
  return { controller, unlink: onAbort(signal, abort) }
}
