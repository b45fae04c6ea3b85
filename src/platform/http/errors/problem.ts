import { LimitExceeded } from './limit-exceeded.ts'
import { ServiceError, unavailable, type ErrorCode } from './service-error.ts'
import { RequestFault } from './request-fault.ts'

/** Status and title of every error code. A new code without a status does not compile. */
export const PROBLEMS: Readonly<
  Record<ErrorCode, { readonly status: number; readonly title: string }>
> = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  invalid_api_key: {
    status: 401,
    title: 'The developer key is missing or not valid',
  },
  insufficient_scope: {
    status: 403,
    title: 'The developer key may not do this',
  },
  not_found: { status: 404, title: 'Not found' },
  not_watched: { status: 404, title: 'Not watched' },
  method_not_allowed: { status: 405, title: 'The method is not allowed' },
  quota_exceeded: { status: 429, title: 'A limit is reached' },
  upstream_error: { status: 502, title: 'The game gateway failed' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
  maintenance: { status: 503, title: 'The game is in maintenance' },
  upstream_timeout: { status: 504, title: 'The game gateway took too long' },
}

/** The media type of every error body (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json'

/** Default `Retry-After`, in seconds. */
const RETRY_DEFAULT_S = 5

/** An error response: status, its own headers, and the body. */
export interface Problem {
  readonly status: number
  readonly headers: string[]
  /** The value of `Retry-After`, if it has one. */
  readonly retryAfterS: number | undefined
  /** Whether planned maintenance is under way. */
  readonly isPlanned: boolean
  readonly body: string
}

/** Options of {@link renderProblem}. */
export interface ProblemOptions {
  /** The public origin, without a trailing slash; empty when unknown. */
  readonly publicUrl: string
  /** Returns the least `Retry-After` of a 503 in seconds, for planned maintenance. */
  readonly retryNotBeforeS?: () => number
}

/**
 * Returns any thrown value as a `ServiceError`. An unexpected one is an internal fault; the client
 * sees only `unavailable`.
 */
export function toServiceError(error: unknown): ServiceError {
  return error instanceof ServiceError ? error : unavailable(error)
}

/**
 * Renders an error as a problem document (RFC 9457) with `code`, `requestId` and, if a gateway
 * caused the error, `error.kind`.
 */
export function renderProblem(
  error: ServiceError,
  requestId: string,
  { publicUrl, retryNotBeforeS }: ProblemOptions,
): Problem {
  const { title } = PROBLEMS[error.code]
  const status = error instanceof RequestFault ? error.status : PROBLEMS[error.code].status
  const headers: string[] = []
  if (error.challenge !== undefined) headers.push('WWW-Authenticate', error.challenge)
  if (error.code === 'method_not_allowed') headers.push('Allow', error.allow ?? 'GET')
  const isLimit = error instanceof LimitExceeded
  const plannedS = status === 503 ? (retryNotBeforeS?.() ?? 0) : 0
  const retryAfterS =
    isLimit || status === 503 ? Math.max(plannedS, error.retryAfterS ?? RETRY_DEFAULT_S) : undefined
  if (retryAfterS !== undefined) headers.push('Retry-After', String(retryAfterS))
  const body = JSON.stringify({
    type: `${publicUrl}/docs/errors#${error.code}`,
    title,
    status,
    code: error.code,
    detail: error.message,
    requestId,
    ...(error.problems.length > 0 && { errors: error.problems }),
    ...(error.code === 'not_watched' && { watched: error.watched }),
    ...(error.upstreamKind !== undefined && { error: { kind: error.upstreamKind } }),
    ...(isLimit && { 'violated-policies': error.violated }),
  })
  return { status, headers, retryAfterS, isPlanned: plannedS > 0, body }
}
