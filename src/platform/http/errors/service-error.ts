/** The `code` of every error response. */
export const ERROR_CODES = [
  'invalid_request',
  'invalid_api_key',
  'insufficient_scope',
  'not_found',
  'not_watched',
  'method_not_allowed',
  'quota_exceeded',
  'upstream_error',
  'unavailable',
  'maintenance',
  'upstream_timeout',
] as const

/** One of {@link ERROR_CODES}. Add a code only for callers that would act differently. */
export type ErrorCode = (typeof ERROR_CODES)[number]

/** The causes of an error that an upstream gateway caused (docs/gateway.md). */
export const UPSTREAM_KINDS = [
  'authentication',
  'business',
  'device_conflict',
  'maintenance',
  'protocol',
  'queue_full',
  'region_unconfigured',
  'session_changed',
  'timeout',
  'transport',
  'version',
] as const

/** One of {@link UPSTREAM_KINDS}. */
export type UpstreamKind = (typeof UPSTREAM_KINDS)[number]

/** The error of one parameter. `detail` never repeats the value. */
export interface ParameterProblem {
  readonly parameter: string
  readonly detail: string
}

/** A watched board, as listed in a `not_watched` error. */
export interface WatchedBoard {
  readonly kind: string
  readonly id: string
  /** The polled ranks; `undefined` for the whole board. */
  readonly ranks?: readonly number[] | undefined
}

/** Options of {@link ServiceError}. */
export interface ServiceErrorOptions {
  /** The underlying error, for the log only. */
  readonly cause?: unknown
  /** With `invalid_request`: the errors by parameter. */
  readonly problems?: readonly ParameterProblem[]
  /**
   * With `unavailable`, `maintenance` and `quota_exceeded`: whole seconds until a retry is useful,
   * at least 1.
   */
  readonly retryAfterS?: number
  /** The upstream cause, if a gateway caused the error. */
  readonly upstreamKind?: UpstreamKind | undefined
  /** With `not_watched`: the watched boards. */
  readonly watched?: readonly WatchedBoard[]
  /** The value of `WWW-Authenticate` (RFC 6750), with 401 and 403. */
  readonly challenge?: string
  /** The value of `Allow`, with `method_not_allowed`; absent: `GET`. */
  readonly allow?: string
}

/**
 * An error response. `message` is for the client; `cause` is for the log and never leaves the
 * process. It carries no HTTP status: `problem.ts` maps codes to statuses.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ErrorCode
  readonly problems: readonly ParameterProblem[]
  readonly retryAfterS: number | undefined
  readonly upstreamKind: UpstreamKind | undefined
  readonly challenge: string | undefined
  readonly watched: readonly WatchedBoard[]
  readonly allow: string | undefined

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.problems = options.problems ?? []
    this.retryAfterS = options.retryAfterS
    this.upstreamKind = options.upstreamKind
    this.challenge = options.challenge
    this.watched = options.watched ?? []
    this.allow = options.allow
  }
}

/** Returns a `not_found` error. The default text is the same for missing and hidden objects. */
export function notFound(
  message = 'The requested object does not exist or is not public.',
): ServiceError {
  return new ServiceError('not_found', message)
}

/**
 * Returns an `unavailable` error: a dependency cannot be reached, a gateway if `upstreamKind` is
 * given. The client sees only when to retry, and the kind.
 */
export function unavailable(
  cause: unknown,
  retryAfterS = 5,
  upstreamKind?: UpstreamKind,
): ServiceError {
  return new ServiceError('unavailable', 'The service cannot answer right now. Try again later.', {
    cause,
    retryAfterS,
    upstreamKind,
  })
}

/** Returns a `maintenance` error: the game is closed. The client sees only when to retry. */
export function maintenance(cause: unknown, retryAfterS = 60): ServiceError {
  return new ServiceError('maintenance', 'The game is under maintenance. Try again later.', {
    cause,
    retryAfterS,
    upstreamKind: 'maintenance',
  })
}

/** Returns an `upstream_error`: the gateway's answer is an error or invalid. */
export function upstreamError(
  cause: unknown,
  upstreamKind: UpstreamKind = 'protocol',
): ServiceError {
  return new ServiceError('upstream_error', 'The game gateway returned no usable answer.', {
    cause,
    upstreamKind,
  })
}

/** Returns an `upstream_timeout` error. */
export function upstreamTimeout(
  cause?: unknown,
  upstreamKind: UpstreamKind = 'timeout',
): ServiceError {
  return new ServiceError('upstream_timeout', 'The game gateway did not answer in time.', {
    cause,
    upstreamKind,
  })
}

/**
 * Whether a signal has aborted because of a deadline, rather than because no subscriber is left.
 */
export function isTimeout({ reason }: AbortSignal): boolean {
  return reason instanceof ServiceError && reason.code === 'upstream_timeout'
}
