import {
  maintenance,
  ServiceError,
  unavailable,
  upstreamError,
  upstreamTimeout,
} from '../../domain/service-error.ts'

/** The kinds of errors that gateways are known to tell apart (design, section 8). */
export const ERROR_KINDS = [
  'authentication',
  'business',
  'device_conflict',
  'maintenance',
  'not_found',
  'protocol',
  'queue_full',
  'region_unconfigured',
  'session_changed',
  'timeout',
  'transport',
  'version',
] as const

/** A known kind, or that there was none that is known. */
export type ErrorKind = (typeof ERROR_KINDS)[number] | 'unknown'

/** Makes the refusal of one row. */
type Refuse = (cause: Error, retryAfterS: number | undefined) => ServiceError

/** One row of the table: a status, a kind where it matters, and what becomes of it. */
interface Row {
  readonly status: number
  readonly kind?: ErrorKind
  readonly refuse: Refuse | 'unknown thing'
}

/** What errors of a gateway become (design, section 8); the first row that fits holds. Any other is an upstream error. */
const TABLE: readonly Row[] = [
  {
    status: 400,
    refuse: (cause) =>
      new ServiceError('invalid_request', 'The game gateway refused the parameters.', { cause }),
  },
  { status: 404, kind: 'not_found', refuse: 'unknown thing' },
  { status: 429, kind: 'maintenance', refuse: maintenance },
  { status: 429, refuse: unavailable },
  { status: 503, kind: 'maintenance', refuse: maintenance },
  { status: 503, refuse: unavailable },
  { status: 504, refuse: upstreamTimeout },
]

/**
 * What an answer that is not 200 becomes: a refusal, or `undefined` when it says that the thing asked for is unknown.
 * `retryAfterS` is what the gateway asked for, in seconds. The cause names the status and the kind and nothing else.
 */
export function refusalOf(
  status: number,
  kind: ErrorKind,
  retryAfterS: number | undefined,
): ServiceError | undefined {
  const cause = new Error(`The gateway answered ${status} (${kind}).`)
  const row = TABLE.find((known) => known.status === status && (known.kind ?? kind) === kind)
  if (row === undefined) return upstreamError(cause)
  return row.refuse === 'unknown thing' ? undefined : row.refuse(cause, retryAfterS)
}

/** The kind of a parsed error body, `{"error":{"kind":"…"}}`. */
export function kindOf(body: unknown): ErrorKind {
  const kind = (body as { error?: { kind?: unknown } | null } | null | undefined)?.error?.kind
  return ERROR_KINDS.find((known) => known === kind) ?? 'unknown'
}
