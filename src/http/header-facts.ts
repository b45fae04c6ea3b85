/** What the flow must know of the header lines of a request, gathered in one pass over them as they came. */
export interface HeaderFacts {
  readonly lines: number
  readonly hosts: number
  readonly authorizations: number
  /** The first Authorization line. */
  readonly authorization: string | undefined
  /** All Accept-Encoding lines as one. */
  readonly acceptEncoding: string | undefined
  /** All If-None-Match lines as one. */
  readonly ifNoneMatch: string | undefined
  /** All X-Forwarded-For lines as one. */
  readonly forwardedFor: string | undefined
  /** The trace that the request is part of, as the client says; empty when it says so twice. */
  readonly traceparent: string | undefined
  /** What a stream that comes back has seen last; the first line of it. */
  readonly lastEventId: string | undefined
  /** A body follows, of whatever length but zero. It is never read. */
  readonly announcesBody: boolean
}

/** Gathers the facts from names and values in turn. */
export function headerFacts(rawHeaders: readonly string[]): HeaderFacts {
  let hosts = 0
  let authorizations = 0
  let authorization: string | undefined
  let acceptEncoding: string | undefined
  let ifNoneMatch: string | undefined
  let forwardedFor: string | undefined
  let traceparent: string | undefined
  let lastEventId: string | undefined
  let announcesBody = false
  for (let index = 0; index < rawHeaders.length; index += 2) {
    switch (rawHeaders[index]?.toLowerCase()) {
      case 'host':
        hosts += 1
        break
      case 'authorization':
        authorizations += 1
        authorization ??= rawHeaders[index + 1]
        break
      case 'accept-encoding':
        acceptEncoding = joined(acceptEncoding, rawHeaders[index + 1])
        break
      case 'if-none-match':
        ifNoneMatch = joined(ifNoneMatch, rawHeaders[index + 1])
        break
      case 'x-forwarded-for':
        forwardedFor = joined(forwardedFor, rawHeaders[index + 1])
        break
      case 'traceparent':
        traceparent = traceparent === undefined ? rawHeaders[index + 1] : ''
        break
      case 'last-event-id':
        lastEventId ??= rawHeaders[index + 1]
        break
      case 'content-length':
        announcesBody ||= rawHeaders[index + 1] !== '0'
        break
      case 'transfer-encoding':
        announcesBody = true
        break
    }
  }
  const lines = rawHeaders.length / 2
  return {
    lines,
    hosts,
    authorizations,
    authorization,
    acceptEncoding,
    ifNoneMatch,
    forwardedFor,
    traceparent,
    lastEventId,
    announcesBody,
  }
}

function joined(before: string | undefined, line: string | undefined): string | undefined {
  return before === undefined ? line : `${before},${line}`
}

/**
 * Whether nobody can be sure where this request ends or whose it is. It is refused, and what else comes on its
 * connection is not looked at (RFC 9112 sections 9.6 and 11.2).
 */
export function isAmbiguous({ hosts, authorizations, announcesBody }: HeaderFacts): boolean {
  return hosts > 1 || authorizations > 1 || announcesBody
}
