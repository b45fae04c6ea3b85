import { hasControl } from '../domain/has-control.ts'
import { notFound, ServiceError } from '../domain/service-error.ts'
import type { RawRequest } from './raw-request.ts'
import { RequestFault } from './request-fault.ts'

/** A request target whose bytes are sound. */
export interface Target {
  /** The path, still percent-encoded: `/` alone, or no empty and no dot segment, and it decodes. */
  readonly path: string
  /** What stands behind the question mark, as it came. */
  readonly query: string
}

/** The parts of a request that are looked at here. */
type Examined = Pick<RawRequest, 'method' | 'target' | 'headers' | 'httpVersion'>

/** More header lines than any client sends. */
const HEADER_LINES_MAX = 100

/** A target without the scheme and authority of its absolute form (RFC 9112 section 3.2.2), which is never trusted. */
export function originForm(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]+/i, '')
}

/** Checks what stands around the target of a request: the method first (405), then ambiguous headers and bodies (400). */
export function checkRequest(request: Examined): void {
  if (request.method !== 'GET') {
    throw new ServiceError('method_not_allowed', 'Every operation is an HTTP GET.')
  }
  checkHeaders(request)
}

/**
 * Checks a request before anyone looks at what it asks for: what stands around the target, then malformed targets (400),
 * then the shape of the path (404).
 */
export function readTarget(request: Examined): Target {
  checkRequest(request)
  const target = originForm(request.target)
  if (target.includes('#')) throw malformed('The request target must not hold a fragment.')
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  checkPath(path)
  return { path, query: mark < 0 ? '' : target.slice(mark + 1) }
}

function checkHeaders({ headers, httpVersion }: Examined): void {
  if (!httpVersion.startsWith('1.')) throw malformed('Only HTTP/1.0 and HTTP/1.1 are spoken here.')
  if (headers.lines > HEADER_LINES_MAX) {
    throw new RequestFault(431, `There are more than ${HEADER_LINES_MAX} header lines.`)
  }
  if (headers.authorizations > 1) throw malformed('There are two Authorization headers.')
  if (headers.hosts > 1) throw malformed('There are two Host headers.')
  if (headers.announcesBody) throw malformed('A GET must not have a body.')
  // RFC 9112 section 3.2; HTTP/1.0 knew no Host.
  if (headers.hosts === 0 && httpVersion !== '1.0') throw malformed('The Host header is missing.')
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
  if (path.includes('//') || (path !== '/' && path.endsWith('/')) || DOT_SEGMENT.test(path)) {
    throw notFound('There is no such path.')
  }
}

const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i

function malformed(detail: string): ServiceError {
  return new ServiceError('invalid_request', detail)
}
