import { originForm } from './request-target.ts'

/** A percent escape; without its digits, a malformed one. */
const ESCAPE = /%([0-9A-Fa-f]{2})?/g

/** The unreserved characters (RFC 3986 section 2.3). */
const UNRESERVED = /^[A-Za-z0-9._~-]$/

/**
 * Returns a request target whose path has its escaped unreserved characters decoded (RFC 3986
 * section 6.2.2.2): `/g%61me` becomes `/game`. Each escape is decoded once, so `%2561` stays as it
 * is. All other escapes, the query and the authority stay too, and so does a target with a
 * malformed escape, which is rejected later. Dot segments appear decoded and are rejected later.
 */
export function decodeUnreserved(target: string): string {
  if (!target.includes('%')) return target
  const origin = originForm(target)
  if (!origin.startsWith('/')) return target
  const [path = ''] = origin.split(/[?#]/, 1)
  let isMalformed = false
  const decoded = path.replaceAll(ESCAPE, (escape, hex: string | undefined) => {
    isMalformed ||= hex === undefined
    const character = String.fromCharCode(Number.parseInt(hex ?? '', 16))
    return UNRESERVED.test(character) ? character : escape
  })
  if (isMalformed) return target
  const start = target.length - origin.length
  return target.slice(0, start) + decoded + origin.slice(path.length)
}
