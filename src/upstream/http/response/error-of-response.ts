import {
  maintenance,
  ServiceError,
  unavailable,
  UPSTREAM_KINDS,
  upstreamError,
  upstreamTimeout,
  type UpstreamKind,
} from '../../../platform/http/errors/service-error.ts'

/** Error kinds of the gateway protocol (docs/gateway.md). */
export const ERROR_KINDS = [...UPSTREAM_KINDS, 'not_found'] as const

/** A known kind, or `unknown`. */
export type ErrorKind = (typeof ERROR_KINDS)[number] | 'unknown'

/** Creates the error of one row. */
type CreateError = (
  cause: Error,
  retryAfterS: number | undefined,
  kind: UpstreamKind,
) => ServiceError

/** One row of the table: a status, a kind where it matters, and the error. */
interface Row {
  readonly status: number
  readonly kind?: ErrorKind
  readonly error: CreateError | 'not found'
}

/**
 * Errors by status and kind (docs/gateway.md). The first matching row applies; any other response
 * is an upstream error.
 */
const TABLE: readonly Row[] = [
  {
    status: 400,
    error: (cause, _, upstreamKind) =>
      new ServiceError('invalid_request', 'The game gateway rejected the parameters.', {
        cause,
        upstreamKind,
      }),
  },
  { status: 404, kind: 'not_found', error: 'not found' },
  { status: 429, kind: 'maintenance', error: maintenance },
  { status: 429, error: unavailable },
  { status: 503, kind: 'maintenance', error: maintenance },
  { status: 503, error: unavailable },
  { status: 504, error: (cause, _, kind) => upstreamTimeout(cause, kind) },
]

/**
 * Returns the error for a response other than 200, or `undefined` when it means "not found".
 * `retryAfterS` is the gateway's `Retry-After` in seconds. The cause names only the status and the
 * kind.
 */
export function errorOfResponse(
  status: number,
  kind: ErrorKind,
  retryAfterS: number | undefined,
): ServiceError | undefined {
  const cause = new Error(`The gateway answered ${status} (${kind}).`)
  const row = TABLE.find((known) => known.status === status && (known.kind ?? kind) === kind)
  const upstreamKind = kindFor(status, kind)
  if (row === undefined) return upstreamError(cause, upstreamKind)
  return row.error === 'not found' ? undefined : row.error(cause, retryAfterS, upstreamKind)
}

/** The kinds of responses that name none, by status; `protocol` for any other. */
const KIND_OF_STATUS: Readonly<Record<number, UpstreamKind | undefined>> = {
  400: 'business',
  401: 'authentication',
  403: 'authentication',
  429: 'queue_full',
  503: 'transport',
  504: 'timeout',
}

/**
 * Returns the kind that clients see. `not_found` is none: with a status other than 404, nothing is
 * known about the object.
 */
function kindFor(status: number, kind: ErrorKind): UpstreamKind {
  if (kind !== 'unknown' && kind !== 'not_found') return kind
  return KIND_OF_STATUS[status] ?? 'protocol'
}

/** Returns the kind in a parsed error body, `{"error":{"kind":"…"}}`. */
export function kindOf(body: unknown): ErrorKind {
  const kind = (body as { error?: { kind?: unknown } | null } | null | undefined)?.error?.kind
  return ERROR_KINDS.find((known) => known === kind) ?? 'unknown'
}
