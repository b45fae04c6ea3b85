import type { FastifyReply, FastifyRequest } from 'fastify'

/** How the cookie of a session is kept. */
export interface CookieRules {
  /** Whether browsers reach the portal over TLS; then no other host and no plain connection gets at the cookie. */
  readonly isSecure: boolean
}

/** What a session's token looks like; what does not is looked up nowhere. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** With the prefix, browsers take it over TLS alone, for this host alone (RFC 6265bis, 4.1.3.2). */
function nameOf({ isSecure }: CookieRules): string {
  return isSecure ? '__Host-backline-session' : 'backline-session'
}

function optionsOf({ isSecure }: CookieRules) {
  return {
    path: isSecure ? '/' : '/portal',
    httpOnly: true,
    secure: isSecure,
    // Lax and not strict: who comes back from the provider comes from another site.
    sameSite: 'lax',
  } as const
}

/**
 * The token of the session that a browser has. One with two cookies of the name has none: it was given the second one by somebody
 * else, at a neighbouring name or port, who may want it to work in a session of theirs.
 */
export function readCookie(request: FastifyRequest, rules: CookieRules): string | undefined {
  const name = nameOf(rules)
  const pairs = (request.headers.cookie ?? '').split(';')
  if (pairs.filter((pair) => pair.split('=', 1)[0]?.trim() === name).length !== 1) return undefined
  const text = request.cookies[name]
  return text !== undefined && TOKEN.test(text) ? text : undefined
}

/** Gives a browser a session. */
export function writeCookie(
  reply: FastifyReply,
  rules: CookieRules,
  { token, expiresAtMs }: { readonly token: string; readonly expiresAtMs: number },
  nowMs: number,
): void {
  const maxAge = Math.max(0, Math.floor((expiresAtMs - nowMs) / 1_000))
  reply.setCookie(nameOf(rules), token, { ...optionsOf(rules), maxAge })
}

/** Takes away the session of a browser. */
export function clearCookie(reply: FastifyReply, rules: CookieRules): void {
  reply.clearCookie(nameOf(rules), optionsOf(rules))
}
