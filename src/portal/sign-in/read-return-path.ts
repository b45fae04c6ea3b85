/** Where somebody who has signed in goes, unless they came from a page of the portal. */
const HOME = '/portal'

/** The most characters of a path that is come back to. */
const LENGTH_MAX = 200

/**
 * A path of the portal, with nothing in it that any browser reads as another place: no dots, no escapes, no backslash, no two
 * slashes. A query may go with it.
 */
const PATH = /^\/portal(?:\/[A-Za-z0-9_-]+)*\/?(?:\?[A-Za-z0-9_=&-]*)?$/

/** Reads where a sign-in is to lead. Whatever is no page of the portal leads to its first one, and so does the sign-in page. */
export function readReturnPath(text: unknown): string {
  if (typeof text !== 'string' || text.length > LENGTH_MAX || !PATH.test(text)) return HOME
  return /^\/portal\/(?:sign-in|api|assets)(?:[/?]|$)/.test(text) ? HOME : text
}
