import type { FastifyReply, FastifyRequest } from 'fastify'

/** Attributes of the session cookie. */
export interface CookieRules {
  /** Whether browsers use TLS; then the cookie is limited to this host and to TLS. */
  readonly isSecure: boolean
}

/** Format of a session token; other values are not looked up. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** With the prefix, browsers accept it only over TLS and for this host (RFC 6265bis, 4.1.3.2). */
function nameOf({ isSecure }: CookieRules): string {
  return isSecure ? '__Host-backline-session' : 'backline-session'
}

function optionsOf({ isSecure }: CookieRules) {
  return {
    path: isSecure ? '/' : '/portal',
    httpOnly: true,
    secure: isSecure,
    // Lax, because a return from the provider is a cross-site navigation.
    sameSite: 'lax',
  } as const
}

/**
 * Returns the session token of a browser. Two cookies of the name yield none: a neighboring host or
 * port may have set one to make the user work in a foreign session.
 */
export function readCookie(request: FastifyRequest, rules: CookieRules): string | undefined {
  const name = nameOf(rules)
  const pairs = (request.headers.cookie ?? '').split(';')
  if (pairs.filter((pair) => pair.split('=', 1)[0]?.trim() === name).length !== 1) return undefined
  const text = request.cookies[name]
  return text !== undefined && TOKEN.test(text) ? text : undefined
}

/** Sets the session cookie. */
export function writeCookie(
  reply: FastifyReply,
  rules: CookieRules,
  { token, expiresAtMs }: { readonly token: string; readonly expiresAtMs: number },
  nowMs: number,
): void {
  const maxAge = Math.max(0, Math.floor((expiresAtMs - nowMs) / 1_000))
  reply.setCookie(nameOf(rules), token, { ...optionsOf(rules), maxAge })
}

/** Clears the session cookie. */
export function clearCookie(reply: FastifyReply, rules: CookieRules): void {
  reply.clearCookie(nameOf(rules), optionsOf(rules))
}
