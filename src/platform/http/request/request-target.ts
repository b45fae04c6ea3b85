import { hasControl } from '../../text/has-control.ts'
import { notFound, ServiceError } from '../errors/service-error.ts'
import type { RawRequest } from './raw-request.ts'
import { RequestFault } from '../errors/request-fault.ts'

/** A validated request target. */
export interface Target {
  /**
   * The path, still percent-encoded: `/` alone, or without empty and dot segments, and decodable.
   */
  readonly path: string
  /** The raw query, without its question mark. */
  readonly query: string
}

/** The parts of a request that are checked here. */
type ValidatedRequest = Pick<RawRequest, 'method' | 'target' | 'headers' | 'httpVersion'>

/** Maximum header lines; more than any client sends. */
const HEADER_LINES_MAX = 100

/**
 * Returns a target without the scheme and authority of its absolute form (RFC 9112 section 3.2.2),
 * which is never trusted.
 */
export function originForm(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]+/i, '')
}

/** Methods of an interface: GET alone where a key is required, else HEAD too. */
export type Methods = readonly ['GET'] | readonly ['GET', 'HEAD']

const GET_ONLY: Methods = ['GET']

/**
 * Methods of pages, files and the public interface. The service drops the body of a HEAD response.
 */
export const GET_AND_HEAD: Methods = ['GET', 'HEAD']

/**
 * Validates everything but the target of a request: the method first (405), then ambiguous headers
 * and bodies (400).
 */
export function validateRequest(request: ValidatedRequest, methods = GET_ONLY): void {
  const { method } = request
  if (method !== 'GET' && (method !== 'HEAD' || methods === GET_ONLY)) {
    const detail =
      methods === GET_ONLY
        ? 'Every operation is an HTTP GET.'
        : 'This path supports GET and HEAD only.'
    throw new ServiceError('method_not_allowed', detail, {
      allow: methods.join(', '),
    })
  }
  validateHeaders(request)
}

/**
 * Validates a request before routing and returns its target: first everything around the target,
 * then the target's bytes (400), then the shape of the path (404).
 */
export function parseTarget(request: ValidatedRequest, methods = GET_ONLY): Target {
  validateRequest(request, methods)
  const target = originForm(request.target)
  if (target.includes('#')) throw malformed('The request target must not contain a fragment.')
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  validatePath(path)
  return { path, query: mark < 0 ? '' : target.slice(mark + 1) }
}

function validateHeaders({ headers, httpVersion }: ValidatedRequest): void {
  if (!httpVersion.startsWith('1.')) throw malformed('Only HTTP/1.0 and HTTP/1.1 are supported.')
  if (headers.lines > HEADER_LINES_MAX) {
    throw new RequestFault(431, `There are more than ${HEADER_LINES_MAX} header lines.`)
  }
  if (headers.authorizations > 1) throw malformed('There are two Authorization headers.')
  if (headers.hosts > 1) throw malformed('There are two Host headers.')
  if (headers.announcesBody) throw malformed('A GET must not have a body.')
  // RFC 9112 section 3.2; HTTP/1.0 knew no Host.
  if (headers.hosts === 0 && httpVersion !== '1.0') throw malformed('The Host header is missing.')
}

function validatePath(path: string): void {
  if (!path.startsWith('/')) throw malformed('The request target must be a path.')
  let decoded: string
  try {
    decoded = path.includes('%') ? decodeURIComponent(path) : path
  } catch {
    throw malformed('The path contains a percent escape that is malformed or not UTF-8.')
  }
  if (hasControl(decoded)) throw malformed('The path contains a control character.')
  if (path.includes('//') || (path !== '/' && path.endsWith('/')) || DOT_SEGMENT.test(path)) {
    throw notFound('There is no such path.')
  }
}

const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i

function malformed(detail: string): ServiceError {
  return new ServiceError('invalid_request', detail)
}
