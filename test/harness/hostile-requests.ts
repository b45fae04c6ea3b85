import { head } from './raw-socket.ts'

/** Bytes to send, by description. */
export type Rows = Readonly<Record<string, string | Uint8Array>>

/** Options of hostile requests. */
export interface HostileOptions {
  /** A target that `authorization`, a complete header line, grants. */
  readonly target: string
  /** Another such target. */
  readonly other: string
  readonly authorization: string
}

/**
 * Creates requests that servers must reject or may parse differently: `bodies` are 405, `ambiguous`
 * and `malformed` are 400. All close the connection without answering later requests.
 */
export function hostileRequests({
  target: FOUND,
  other: QUOTA,
  authorization: AUTH,
}: HostileOptions) {
  const get = (target: string, ...lines: string[]) =>
    head(`GET ${target} HTTP/1.1`, 'Host: x', AUTH, ...lines)
  const post = (...lines: string[]) => head(`POST ${FOUND} HTTP/1.1`, 'Host: x', AUTH, ...lines)
  const CHUNKED = 'Transfer-Encoding: chunked'
  const SMUGGLED = get(FOUND)

  const bodies: Rows = {
    'broken JSON': `${post('Content-Type: application/json', 'Content-Length: 5')}{"a":`,
    'a PUT': `${head(`PUT ${FOUND} HTTP/1.1`, 'Host: x', 'Content-Length: 2')}{}`,
    'a body that never comes': post('Content-Length: 5'),
    'a chunked body that never comes': post(CHUNKED),
    'chunks that are none': `${post(CHUNKED)}zz\r\n`,
    'Expect: 100-continue': post('Content-Length: 5', 'Expect: 100-continue'),
    'Expect: 100-continue, chunked': post(CHUNKED, 'Expect: 100-continue'),
    'an expectation nobody knows': post('Content-Length: 5', 'Expect: tea'),
    'megabytes that are on their way': `${post('Content-Length: 3000000')}${'x'.repeat(3_000_000)}`,
    'a request behind a body': `${post('Content-Length: 5')}hello${SMUGGLED}`,
    'a request behind chunks': `${post(CHUNKED)}5\r\nhello\r\n0\r\n\r\n${SMUGGLED}`,
    'a request in the place of a body': `${post('Content-Length: 9999')}${SMUGGLED}`,
  }

  const ambiguous: Rows = {
    'two Authorization lines': get(FOUND, AUTH),
    'two Authorization lines, one bad': get(FOUND, 'authorization: Bearer no'),
    'Content-Length: 5': `${get(FOUND, 'Content-Length: 5')}hello`,
    'a body that never comes': get(FOUND, 'Content-Length: 5'),
    'Expect: 100-continue': get(FOUND, 'Content-Length: 5', 'Expect: 100-continue'),
    'the quota with a body': `${get(QUOTA, 'Content-Length: 5')}hello`,
    'a request behind a body': `${get(FOUND, 'Content-Length: 5')}hello${SMUGGLED}`,
    'a request behind chunks': `${get(FOUND, CHUNKED)}5\r\nhello\r\n0\r\n\r\n${SMUGGLED}`,
    'chunks that are none': `${get(FOUND, CHUNKED)}zz\r\n`,
    'Transfer-Encoding: xchunked': `${get(FOUND, 'Transfer-Encoding: xchunked')}0\r\n\r\n`,
    'encoded as identity': get(FOUND, 'Transfer-Encoding: identity'),
    'zipped, then chunked': get(FOUND, 'Transfer-Encoding: gzip, chunked'),
    'chunked, then zipped': get(FOUND, 'Transfer-Encoding: chunked, gzip'),
    'an empty Transfer-Encoding': get(FOUND, 'Transfer-Encoding:'),
    'a vertical tab before chunked': get(FOUND, 'Transfer-Encoding:\u000bchunked'),
    'length, then encoding': `${get(FOUND, 'Content-Length: 5', CHUNKED)}0\r\n\r\n${SMUGGLED}`,
    'encoding, then length': `${get(FOUND, CHUNKED, 'Content-Length: 5')}0\r\n\r\n${SMUGGLED}`,
    'two lengths': get(FOUND, 'Content-Length: 0', 'Content-Length: 5'),
    'one length twice': get(FOUND, 'Content-Length: 0', 'Content-Length: 0'),
    'a list of lengths': get(FOUND, 'Content-Length: 0, 0'),
    'Content-Length: +5': `${get(FOUND, 'Content-Length: +5')}hello`,
    'Content-Length: -1': get(FOUND, 'Content-Length: -1'),
    'Content-Length: 0x0': get(FOUND, 'Content-Length: 0x0'),
    'a length beyond 64 bits': get(FOUND, 'Content-Length: 99999999999999999999'),
    'an empty Content-Length': get(FOUND, 'Content-Length:'),
  }

  const malformed: Rows = {
    'a space before the colon': get(FOUND, 'Transfer-Encoding : chunked'),
    'a folded line': get(FOUND, 'X: a', ' b'),
    'bare LF everywhere': get(FOUND).replaceAll('\r\n', '\n'),
    'a bare LF in a header': get(FOUND, 'X: a\nY: b'),
    'a bare CR in a header': get(FOUND, 'X: a\rY: b'),
    'a NUL in a header': get(FOUND, 'X: a\0b'),
    'a header without a name': get(FOUND, ': 1'),
    'a header without a colon': get(FOUND, 'nonsense'),
    'a space in the target': get(`${FOUND} x`),
    'a tab in the target': get(`${FOUND}\tx`),
    'a control byte in the target': get(`${FOUND}\u0001`),
    garbage: '\u0000\u0001\u00ff garbage\r\n\r\n',
    'a TLS hello': Buffer.from('16030100c8010000c40303', 'hex'),
    'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'a line of HTTP/0.9': `GET ${FOUND}\r\n\r\n`,
    'a line of HTTP/0.9 with headers': head(`GET ${FOUND}`, 'Host: x', AUTH),
    'version 0.9': head(`GET ${FOUND} HTTP/0.9`, 'Host: x', AUTH),
    'version 1.2': head(`GET ${FOUND} HTTP/1.2`, 'Host: x', AUTH),
    'version 2.0': head(`GET ${FOUND} HTTP/2.0`, 'Host: x', AUTH),
    'a version in lower case': head(`GET ${FOUND} http/1.1`, 'Host: x', AUTH),
  }

  return { bodies, ambiguous, malformed }
}
