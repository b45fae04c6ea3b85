import { BacklineError, type ParameterProblem } from './backline-error.ts'
import type { ServiceErrorCode, UpstreamKind } from './generated/operation-types.ts'

/** The body of every error of the service (docs/errors.md). */
interface Problem {
  readonly code: ServiceErrorCode
  readonly detail: string
  readonly requestId?: string
  readonly errors?: readonly ParameterProblem[]
  readonly error?: { readonly kind?: UpstreamKind }
}

/** How long to wait after a 429 that does not say it, as from a proxy. */
const REST_MS = 1_000

/**
 * Makes the error of an answer that is not 200. What is not in the service's own shape did not come
 * from it.
 */
export function answerError({ status, headers }: Response, body: ArrayBuffer): BacklineError {
  const retryAfterMs = readRetryAfter(headers) ?? (status === 429 ? REST_MS : undefined)
  const problem = readProblem(headers, body)
  if (problem === undefined) {
    const message = `The answer (${status}) is not of Backline: is the base URL right?`
    return new BacklineError('unexpected_answer', message, { status, retryAfterMs })
  }
  const { code, detail, requestId, errors: parameters, error } = problem
  const upstreamKind = error?.kind
  return new BacklineError(code, detail, {
    status,
    requestId,
    retryAfterMs,
    parameters,
    upstreamKind,
  })
}

function readProblem(headers: Headers, body: ArrayBuffer): Problem | undefined {
  if (headers.get('content-type')?.startsWith('application/problem+json') !== true) return undefined
  try {
    const problem = JSON.parse(new TextDecoder().decode(body)) as Partial<Problem> | null
    const isWhole = typeof problem?.code === 'string' && typeof problem.detail === 'string'
    return isWhole ? (problem as Problem) : undefined
  } catch {
    // Cut off on its way, by something between.
    return undefined
  }
}

/**
 * `Retry-After` in milliseconds; it is in seconds, at least one. A date, which only a proxy would
 * write, is not read.
 */
function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? ''
  return /^\d{1,9}$/.test(text) ? Math.max(1, Number(text)) * 1_000 : undefined
}
