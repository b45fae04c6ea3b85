/** The header fields that the flow needs, collected in one pass over the raw lines. */
export interface HeaderFacts {
  readonly lines: number
  readonly hosts: number
  readonly authorizations: number
  /** The first Authorization line. */
  readonly authorization: string | undefined
  /** All Accept lines, joined. */
  readonly accept: string | undefined
  /** All Accept-Encoding lines, joined. */
  readonly acceptEncoding: string | undefined
  /** All Accept-Language lines, joined. */
  readonly acceptLanguage: string | undefined
  /** All If-None-Match lines, joined. */
  readonly ifNoneMatch: string | undefined
  /** All Cookie lines, joined. Never logged: a session is one of them. */
  readonly cookie: string | undefined
  /** All X-Forwarded-For lines, joined. */
  readonly forwardedFor: string | undefined
  /** The client's `traceparent`; empty when it is sent twice. */
  readonly traceparent: string | undefined
  /** The last event that a reconnecting stream has seen; its first line. */
  readonly lastEventId: string | undefined
  /** Whether a body of non-zero or unknown length follows. It is never read. */
  readonly announcesBody: boolean
}

/** Collects the facts from alternating names and values. */
export function headerFacts(rawHeaders: readonly string[]): HeaderFacts {
  const facts: Writable<HeaderFacts> = {
    lines: rawHeaders.length / 2,
    hosts: 0,
    authorizations: 0,
    authorization: undefined,
    accept: undefined,
    acceptEncoding: undefined,
    acceptLanguage: undefined,
    ifNoneMatch: undefined,
    cookie: undefined,
    forwardedFor: undefined,
    traceparent: undefined,
    lastEventId: undefined,
    announcesBody: false,
  }
  for (let index = 0; index < rawHeaders.length; index += 2) {
    switch (rawHeaders[index]?.toLowerCase()) {
      case 'host':
        facts.hosts += 1
        break
      case 'authorization':
        facts.authorizations += 1
        facts.authorization ??= rawHeaders[index + 1]
        break
      case 'accept':
        facts.accept = join(facts.accept, rawHeaders[index + 1])
        break
      case 'accept-encoding':
        facts.acceptEncoding = join(facts.acceptEncoding, rawHeaders[index + 1])
        break
      case 'accept-language':
        facts.acceptLanguage = join(facts.acceptLanguage, rawHeaders[index + 1])
        break
      case 'if-none-match':
        facts.ifNoneMatch = join(facts.ifNoneMatch, rawHeaders[index + 1])
        break
      case 'cookie':
        facts.cookie = join(facts.cookie, rawHeaders[index + 1])
        break
      case 'x-forwarded-for':
        facts.forwardedFor = join(facts.forwardedFor, rawHeaders[index + 1])
        break
      case 'traceparent':
        facts.traceparent = facts.traceparent === undefined ? rawHeaders[index + 1] : ''
        break
      case 'last-event-id':
        facts.lastEventId ??= rawHeaders[index + 1]
        break
      case 'content-length':
        facts.announcesBody ||= rawHeaders[index + 1] !== '0'
        break
      case 'transfer-encoding':
        facts.announcesBody = true
        break
    }
  }
  return facts
}

type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] }

function join(before: string | undefined, line: string | undefined): string | undefined {
  return before === undefined ? line : `${before},${line}`
}

/**
 * Whether the end or the owner of the request is ambiguous. Such a request is rejected, and the
 * rest of its connection is discarded (RFC 9112 sections 9.6 and 11.2).
 */
export function isAmbiguous({ hosts, authorizations, announcesBody }: HeaderFacts): boolean {
  return hosts > 1 || authorizations > 1 || announcesBody
}
