/** Default destination after signing in. */
const HOME = '/portal'

/** Maximum characters of a return path. */
const LENGTH_MAX = 200

/**
 * Path of the portal without anything a browser reads as another origin: no dots, escapes,
 * backslashes or double slashes. A query is allowed.
 */
const PATH = /^\/portal(?:\/[A-Za-z0-9_-]+)*\/?(?:\?[A-Za-z0-9_=&-]*)?$/

/**
 * Parses the destination of a sign-in. Anything but a page of the portal, and the sign-in page
 * itself, yields the default.
 */
export function readReturnPath(text: unknown): string {
  if (typeof text !== 'string' || text.length > LENGTH_MAX || !PATH.test(text)) return HOME
  return /^\/portal\/(?:sign-in|api|assets)(?:[/?]|$)/.test(text) ? HOME : text
}
