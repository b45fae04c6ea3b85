import type { IncomingMessage } from 'node:http'

/**
 * Whether a request asks for a protocol upgrade (RFC 9110 section 7.8). None is offered and it is
 * answered normally; but Node's parser drops everything after it, so the connection must end with
 * the response.
 */
export function isUpgradeRequest({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? '')
}
