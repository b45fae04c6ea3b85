/** Every way a request can be refused, as clients see it in the field `code`. */
export const ERROR_CODES = [
  'invalid_request',
  'invalid_api_key',
  'insufficient_scope',
  'not_found',
  'method_not_allowed',
  'quota_exceeded',
  'upstream_error',
  'unavailable',
  'maintenance',
  'upstream_timeout',
] as const

/** One code of {@link ERROR_CODES}. A new one needs a caller who would act differently. */
export type ErrorCode = (typeof ERROR_CODES)[number]

/** What is wrong with one parameter, in words for the caller. Never repeats the value. */
export interface ParameterProblem {
  readonly parameter: string
  readonly detail: string
}

/** What a {@link ServiceError} may carry besides its code and its text. */
export interface ServiceErrorOptions {
  /** The true reason, for the log only. */
  readonly cause?: unknown
  /** With `invalid_request`: what is wrong, parameter by parameter. */
  readonly problems?: readonly ParameterProblem[]
  /** With `unavailable`, `maintenance` and `quota_exceeded`: whole seconds until another try makes sense, at least 1. */
  readonly retryAfterS?: number
  /** The value of `WWW-Authenticate` (RFC 6750), with 401 and 403. */
  readonly challenge?: string
}

/**
 * A refusal. `message` is for the client; `cause` is for the log and never leaves the process.
 * It knows no HTTP status: `http/` has the one table from code to status.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ErrorCode
  readonly problems: readonly ParameterProblem[]
  readonly retryAfterS: number | undefined
  readonly challenge: string | undefined

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.problems = options.problems ?? []
    this.retryAfterS = options.retryAfterS
    this.challenge = options.challenge
  }
}

/** What is not there. The usual text is the same for missing and for hidden things. */
export function notFound(
  message = 'What was asked for does not exist or is not public.',
): ServiceError {
  return new ServiceError('not_found', message)
}

/** Something this service stands on cannot be reached. `cause` says what; the client only hears when to return. */
export function unavailable(cause: unknown, retryAfterS = 5): ServiceError {
  return new ServiceError('unavailable', 'The service cannot answer right now. Try again later.', {
    cause,
    retryAfterS,
  })
}

/** The game itself is closed for a while. `cause` is the true reason; the client only hears when to return. */
export function maintenance(cause: unknown, retryAfterS = 60): ServiceError {
  return new ServiceError('maintenance', 'The game is under maintenance. Try again later.', {
    cause,
    retryAfterS,
  })
}

/** The gateway answered, and its answer is an error or cannot be trusted. */
export function upstreamError(cause: unknown): ServiceError {
  return new ServiceError('upstream_error', 'The game gateway gave no usable answer.', { cause })
}

/** The gateway did not answer in time. */
export function upstreamTimeout(cause?: unknown): ServiceError {
  return new ServiceError('upstream_timeout', 'The game gateway did not answer in time.', { cause })
}

/** Whether a signal has aborted because the time of a call was over, and not because nobody waits for it any more. */
export function isTimeout({ reason }: AbortSignal): boolean {
  return reason instanceof ServiceError && reason.code === 'upstream_timeout'
}
