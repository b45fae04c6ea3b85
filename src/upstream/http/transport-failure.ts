/** Progress of a call when its transport failed. */
export type FailedAt =
  /** No connection was established. */
  | 'connecting'
  /** The connection closed before the first byte of a response: the call may be retried. */
  | 'waiting'
  /** Part of a response had arrived, or the received bytes were not HTTP. */
  | 'answering'

/**
 * The transport to a gateway failed. The text names no address and repeats nothing that was
 * received.
 */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure'
  readonly failedAt: FailedAt

  constructor(failedAt: FailedAt, code?: string) {
    super(
      `${MESSAGES[failedAt]}${code !== undefined && PUBLIC_CODES.has(code) ? ` (${code})` : ''}.`,
    )
    this.failedAt = failedAt
  }
}

const MESSAGES: Readonly<Record<FailedAt, string>> = {
  connecting: 'Could not connect to the gateway',
  waiting: 'The gateway closed the connection without a response',
  answering: 'The response of the gateway was truncated or is not HTTP',
}

/**
 * Codes of the operating system, TLS and the HTTP client that help an operator and reveal nothing
 * of the gateway.
 */
const PUBLIC_CODES: ReadonlySet<string> = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ETIMEDOUT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
])
