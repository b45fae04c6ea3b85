/** A controller that aborts with `signal`, and can be aborted by itself. */
export interface LinkedController {
  readonly controller: AbortController
  /** Lets go of `signal`, which may live much longer. */
  readonly unlink: () => void
}

/**
 * Links a new controller to a signal. `AbortSignal.any` would do, but not every browser in use has
 * it.
 */
export function linkSignal(signal: AbortSignal | undefined): LinkedController {
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  if (signal?.aborted === true) abort()
  signal?.addEventListener('abort', abort)
  return { controller, unlink: () => signal?.removeEventListener('abort', abort) }
}
