import { BacklineError, type ParameterProblem, type WatchedBoard } from './backline-error.ts'
import type { ServiceErrorCode, UpstreamKind } from './generated/operation-types.ts'

/** The body of every error of the service (docs/errors.md). */
interface Problem {
  readonly code: ServiceErrorCode
  readonly detail: string
  readonly requestId?: string
  readonly errors?: readonly ParameterProblem[]
  readonly error?: { readonly kind?: UpstreamKind }
  readonly 'violated-policies'?: readonly string[]
  readonly watched?: readonly WatchedBoard[]
}

/** Milliseconds to wait after a 429 without `Retry-After`, such as a proxy's. */
const REST_MS = 1_000

/**
 * Returns the error of a response whose status is not 200. A body that is not in the service's
 * format makes it an `unexpected_answer`. Without a key, a 401 says that the client has none.
 */
export function answerError(
  address: string,
  { status, headers }: Response,
  body: ArrayBuffer,
  hasKey: boolean,
): BacklineError {
  const retryAfterMs = readRetryAfter(headers) ?? (status === 429 ? REST_MS : undefined)
  const problem = readProblem(headers, body)
  if (problem === undefined) {
    const detail = "The response is not Backline's. Check baseUrl."
    return new BacklineError('unexpected_answer', detail, { address, status, retryAfterMs })
  }
  const isKeyless = status === 401 && !hasKey
  const detail = isKeyless ? 'This operation needs the option key.' : problem.detail
  return new BacklineError(problem.code, detail, {
    address,
    status,
    retryAfterMs,
    requestId: problem.requestId,
    parameters: problem.errors,
    upstreamKind: problem.error?.kind,
    violated: problem['violated-policies'],
    watched: problem.watched,
  })
}

function readProblem(headers: Headers, body: ArrayBuffer): Problem | undefined {
  if (headers.get('content-type')?.startsWith('application/problem+json') !== true) return undefined
  try {
    const problem = JSON.parse(new TextDecoder().decode(body)) as Partial<Problem> | null
    const isWhole = typeof problem?.code === 'string' && typeof problem.detail === 'string'
    return isWhole ? (problem as Problem) : undefined
  } catch {
    // Truncated by a proxy.
    return undefined
  }
}

/**
 * Returns `Retry-After` in milliseconds: whole seconds, at least one. Ignores a date, which only a
 * proxy would send.
 */
function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? ''
  return /^\d{1,9}$/.test(text) ? Math.max(1, Number(text)) * 1_000 : undefined
}
