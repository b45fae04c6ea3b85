/** Whether shared caches may reuse a response (RFC 9111 section 5.2.2.9). */
export function isPubliclyCacheable(cacheControl: string): boolean {
  return cacheControl.startsWith('public')
}

/**
 * Returns the headers of every response, errors included. The default is `no-store`. A response
 * that shared caches may reuse does not carry the request id.
 */
export function commonHeaders(
  requestId: string,
  contentType: string,
  length: number,
  cacheControl = 'no-store',
): string[] {
  return [
    'Content-Type',
    contentType,
    'Content-Length',
    String(length),
    'Cache-Control',
    cacheControl,
    ...(isPubliclyCacheable(cacheControl) ? [] : ['X-Request-Id', requestId]),
    'X-Content-Type-Options',
    'nosniff',
  ]
}
