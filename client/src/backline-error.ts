import type { ServiceErrorCode, UpstreamKind } from './generated/operation-types.ts'

/**
 * The reason of an error: a code of the service (its page `/docs/errors` explains it), or one of
 * the client. `network_failure`: no response arrived. `deadline_exceeded`: none arrived in time.
 * `unexpected_answer`: the response is not Backline's, such as the page of a proxy.
 */
export type ErrorCode =
  ServiceErrorCode | 'network_failure' | 'deadline_exceeded' | 'unexpected_answer'

/** A problem with one parameter. */
export interface ParameterProblem {
  readonly parameter: string
  readonly detail: string
}

/** A board that the server watches. */
export interface WatchedBoard {
  readonly kind: string
  readonly id: string
  readonly ranks?: readonly number[]
}

/** The optional fields of a {@link BacklineError}. */
export interface BacklineErrorFacts {
  readonly address?: string | undefined
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly retryAfterMs?: number | undefined
  readonly parameters?: readonly ParameterProblem[] | undefined
  readonly upstreamKind?: UpstreamKind | undefined
  readonly violated?: readonly string[] | undefined
  readonly watched?: readonly WatchedBoard[] | undefined
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

/** Maximum characters of an address in a message. */
const LENGTH_MAX = 200

/**
 * The error of a call. Branch on `code`. `message` names method, address and reason for people, and
 * may change. No field contains the key.
 */
export class BacklineError extends Error {
  override readonly name = 'BacklineError'
  declare readonly code: ErrorCode
  /** Method of the request. */
  declare readonly method: 'GET'
  /** Address of the request; `undefined` if the call has none. */
  declare readonly address: string | undefined
  /** Status of the response; `undefined` without one, also because nothing was sent. */
  declare readonly status: number | undefined
  /** Identifies the request in the operator's log. */
  declare readonly requestId: string | undefined
  /** Whether the same call may succeed later. */
  declare readonly retryable: boolean
  /** Milliseconds to wait before a retry, if known. */
  declare readonly retryAfterMs: number | undefined
  /** With `invalid_request`: the wrong parameters. */
  declare readonly parameters: readonly ParameterProblem[]
  /** The failure that the game gateway reported, if it caused the error. */
  declare readonly upstreamKind: UpstreamKind | undefined
  /** With `quota_exceeded`: the exceeded limits, if the server named them. */
  declare readonly violated: readonly string[]
  /** With `not_watched`: the watched boards. */
  declare readonly watched: readonly WatchedBoard[]

  constructor(code: ErrorCode, detail: string, facts: BacklineErrorFacts = {}) {
    const { address, status, requestId, cause } = facts
    super(
      [
        address === undefined ? '' : `GET ${shorten(address)}: `,
        code,
        status === undefined ? '' : ` (${status})`,
        `: ${detail}`,
        requestId === undefined ? '' : ` [request ${requestId}]`,
      ].join(''),
      cause === undefined ? undefined : { cause },
    )
    this.code = code
    this.method = 'GET'
    this.address = address
    this.status = status
    this.requestId = requestId
    this.retryAfterMs = facts.retryAfterMs
    this.parameters = facts.parameters ?? []
    this.upstreamKind = facts.upstreamKind
    this.violated = facts.violated ?? []
    this.watched = facts.watched ?? []
    this.retryable = RETRYABLE.has(status) || RETRYABLE.has(code)
  }
}

function shorten(address: string): string {
  return address.length > LENGTH_MAX ? `${address.slice(0, LENGTH_MAX)}…` : address
}
