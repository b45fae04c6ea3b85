import { LimitExceeded } from '../domain/limit-exceeded.ts'
import { ServiceError, unavailable, type ErrorCode } from '../domain/service-error.ts'
import { RequestFault } from './request-fault.ts'

/** The one table from code to status and title. A new code without a status does not compile. */
export const PROBLEMS: Readonly<
  Record<ErrorCode, { readonly status: number; readonly title: string }>
> = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  invalid_api_key: { status: 401, title: 'The developer key is missing or not valid' },
  insufficient_scope: { status: 403, title: 'The developer key may not do this' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Only GET is offered' },
  quota_exceeded: { status: 429, title: 'A limit is reached' },
  upstream_error: { status: 502, title: 'The game gateway failed' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
  maintenance: { status: 503, title: 'The game is in maintenance' },
  upstream_timeout: { status: 504, title: 'The game gateway took too long' },
}

/** The media type of every error body (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json'

/** Seconds after which a client may come back when we know nothing better. */
const RETRY_DEFAULT_S = 5

/** The parts of an error answer: status, its own headers, and the body. */
export interface Problem {
  readonly status: number
  readonly headers: string[]
  readonly body: string
}

/** How errors are written out. */
export interface ProblemSettings {
  /** The origin that clients see, without a slash at the end; empty when it is not known. */
  readonly publicUrl: string
}

/** Anything caught, as a refusal. What is not one is a fault of our own; the client only hears "unavailable". */
export function toServiceError(error: unknown): ServiceError {
  return error instanceof ServiceError ? error : unavailable(error)
}

/** Writes a refusal in the one shape of all errors: RFC 9457 with `code` and `requestId`. */
export function renderProblem(
  error: ServiceError,
  requestId: string,
  { publicUrl }: ProblemSettings,
): Problem {
  const status = error instanceof RequestFault ? error.status : PROBLEMS[error.code].status
  const headers: string[] = []
  if (error.challenge !== undefined) headers.push('WWW-Authenticate', error.challenge)
  if (error.code === 'method_not_allowed') headers.push('Allow', 'GET')
  const isLimit = error instanceof LimitExceeded
  if (isLimit || status === 503) {
    headers.push('Retry-After', String(error.retryAfterS ?? RETRY_DEFAULT_S))
  }
  const body = JSON.stringify({
    type: `${publicUrl}/docs/errors#${error.code}`,
    title: PROBLEMS[error.code].title,
    status,
    code: error.code,
    detail: error.message,
    requestId,
    ...(error.problems.length > 0 && { errors: error.problems }),
    ...(isLimit && { 'violated-policies': error.violated }),
  })
  return { status, headers, body }
}
