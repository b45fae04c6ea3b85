/** How far a call had come when it could not be carried through. */
export type FailedAt =
  /** No connection could be made. */
  | 'connecting'
  /** The connection went before any byte of an answer: the call may be made again. */
  | 'waiting'
  /** Some of an answer had come, or what came was no HTTP. */
  | 'answering'

/** A gateway could not be talked to. The text is our own words: it names no place and repeats nothing that was received. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure'
  readonly failedAt: FailedAt

  constructor(failedAt: FailedAt, code?: string) {
    super(`${SAID[failedAt]}${code !== undefined && SAYABLE.has(code) ? ` (${code})` : ''}.`)
    this.failedAt = failedAt
  }
}

const SAID: Readonly<Record<FailedAt, string>> = {
  connecting: 'No connection to the gateway could be made',
  waiting: 'The gateway closed the connection without an answer',
  answering: 'The answer of the gateway was broken off or is no HTTP',
}

/** Codes of the operating system, of TLS and of the client that help an operator and hold nothing of the gateway's. */
const SAYABLE: ReadonlySet<string> = new Set([
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
