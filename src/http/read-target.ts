import { notFound, ServiceError } from '../domain/service-error.ts'
import { hasControl } from '../parameters/read-text.ts'
import type { RawRequest } from './raw-request.ts'

/** A request target whose bytes are sound. */
export interface Target {
  /** The path, still percent-encoded: no empty and no dot segment, and it decodes. */
  readonly path: string
  /** What stands behind the question mark, as it came. */
  readonly query: string
  readonly authorization: string | undefined
}

/** More header lines than any client sends. */
const HEADER_LINES_MAX = 100

/** A target without the scheme and authority of its absolute form (RFC 9112 section 3.2.2), which is never trusted. */
export function originForm(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '')
}

/**
 * Checks a request before anyone looks at what it asks for: the method first (405), then ambiguous headers, bodies
 * and malformed targets (400), then the shape of the path (404).
 */
export function readTarget(request: RawRequest): Target {
  if (request.method !== 'GET') {
    throw new ServiceError('method_not_allowed', 'Every operation is an HTTP GET.')
  }
  const authorization = readHeaders(request)
  const target = encodeBytes(originForm(request.target))
  if (target.includes('#')) throw malformed('The request target must not hold a fragment.')
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  checkPath(path)
  return { path, query: mark < 0 ? '' : target.slice(mark + 1), authorization }
}

function readHeaders({ rawHeaders, httpVersion }: RawRequest): string | undefined {
  if (rawHeaders.length > HEADER_LINES_MAX * 2) throw malformed('There are too many header lines.')
  let authorization: string | undefined
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const value = rawHeaders[index + 1] ?? ''
    switch (rawHeaders[index]?.toLowerCase()) {
      case 'authorization':
        if (authorization !== undefined) throw malformed('There are two Authorization headers.')
        authorization = value
        break
      case 'host':
        hosts += 1
        break
      case 'transfer-encoding':
        throw malformed('A GET must not have a body.')
      case 'content-length':
        if (value !== '0') throw malformed('A GET must not have a body.')
        break
    }
  }
  if (hosts > 1) throw malformed('There are two Host headers.')
  // RFC 9112 section 3.2; HTTP/1.0 knew no Host.
  if (hosts === 0 && httpVersion !== '1.0') throw malformed('The Host header is missing.')
  return authorization
}

function checkPath(path: string): void {
  if (!path.startsWith('/')) throw malformed('The request target must be a path.')
  let decoded: string
  try {
    decoded = path.includes('%') ? decodeURIComponent(path) : path
  } catch {
    throw malformed('The path holds a percent escape that is malformed or not UTF-8.')
  }
  if (hasControl(decoded)) throw malformed('The path holds a control character.')
  if (path.includes('//') || path.endsWith('/') || DOT_SEGMENT.test(path)) {
    throw notFound('There is no such path.')
  }
}

const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i

/**
 * Node hands the bytes of a target over one character each. Bytes above ASCII are not allowed there, but people
 * paste names into curl; as UTF-8 their meaning is plain, so they are escaped here and judged with all other escapes.
 */
function encodeBytes(target: string): string {
  // oxlint-disable-next-line no-control-regex
  return /^[\u0000-\u007f]*$/.test(target)
    ? target
    : target.replaceAll(
        /[\u0080-\u00ff]/g,
        (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
      )
}

function malformed(detail: string): ServiceError {
  return new ServiceError('invalid_request', detail)
}
