import type { ServiceErrorCode, UpstreamKind } from './generated/operation-types.ts'

/**
 * What went wrong: a code of the service (its page `/docs/errors` says more), or one of the
 * client's own. `network_failure`: there is no answer. `deadline_exceeded`: there was none in time.
 * `unexpected_answer`: it is not Backline's, as when a proxy answers with a page of its own.
 */
export type ErrorCode =
  ServiceErrorCode | 'network_failure' | 'deadline_exceeded' | 'unexpected_answer'

/** What is wrong with one parameter. */
export interface ParameterProblem {
  readonly parameter: string
  readonly detail: string
}

/** What a {@link BacklineError} may carry besides its code and its text. */
export interface BacklineErrorFacts {
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly retryAfterMs?: number | undefined
  readonly parameters?: readonly ParameterProblem[] | undefined
  readonly upstreamKind?: UpstreamKind | undefined
  readonly cause?: unknown
}

/** Statuses and codes after which the same call may succeed. */
const RETRYABLE = new Set<unknown>([
  408,
  429,
  502,
  503,
  504,
  'quota_exceeded' satisfies ErrorCode,
  'network_failure' satisfies ErrorCode,
  'deadline_exceeded' satisfies ErrorCode,
])

/**
 * Why a call brought nothing. Act on `code`; `message` is for people and may change. It never holds
 * the key.
 */
export class BacklineError extends Error {
  override readonly name = 'BacklineError'
  declare readonly code: ErrorCode
  /** The status of the answer; `undefined` when there was none, also because nothing was sent. */
  declare readonly status: number | undefined
  /** Names the request in the log of the operator. */
  declare readonly requestId: string | undefined
  /** Whether the same call may succeed later. */
  declare readonly retryable: boolean
  /** Milliseconds to wait before that, where it is known. */
  declare readonly retryAfterMs: number | undefined
  /** With `invalid_request`: what is wrong, parameter by parameter. */
  declare readonly parameters: readonly ParameterProblem[]
  /** What the game gateway reported, if it caused the error. */
  declare readonly upstreamKind: UpstreamKind | undefined

  constructor(code: ErrorCode, message: string, facts: BacklineErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.code = code
    this.status = facts.status
    this.requestId = facts.requestId
    this.retryAfterMs = facts.retryAfterMs
    this.parameters = facts.parameters ?? []
    this.upstreamKind = facts.upstreamKind
    this.retryable = RETRYABLE.has(facts.status) || RETRYABLE.has(code)
  }
}
