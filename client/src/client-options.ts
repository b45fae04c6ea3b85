import type { Clock } from './clock.ts'
import type { Pacing } from './pace.ts'

/** What a client is made with. Only the base URL must be given. */
export interface ClientOptions {
  /**
   * Where the server is, such as `https://backline.example.org`; a path is kept, so that it may
   * stand behind a proxy.
   */
  readonly baseUrl: string
  /**
   * The developer key. Leave it out where a proxy adds it: in a browser, everybody could read it.
   */
  readonly key?: string | undefined
  /**
   * Whether fields that were left out because they hold their default are filled in. Unless told:
   * yes.
   */
  readonly fillDefaults?: boolean | undefined
  /** How requests are spread over the quota. Unless told: `burst`. */
  readonly pacing?: Pacing | undefined
  /**
   * Requests under way at one time, at most; the server's own limit holds besides. Unless told:
   * that one alone.
   */
  readonly concurrencyMax?: number | undefined
  /**
   * Milliseconds for a whole call, waiting for the quota and retries included. Unless told: 90,000.
   */
  readonly deadlineMs?: number | undefined
  /** Milliseconds for one request of a call. Unless told: 20,000. */
  readonly attemptMs?: number | undefined
  /** How often a request that failed for a while is sent again. Unless told: 2. */
  readonly retries?: number | undefined
  /** What requests are sent with. Unless told: the runtime's own. */
  readonly fetch?: typeof fetch | undefined
  /** Where time comes from. Unless told: the runtime's monotonic clock and timers. */
  readonly clock?: Clock | undefined
}

/** Unless told: enough to wait for the next minute of the quota. */
export const DEADLINE_MS = 90_000

/** Unless told: longer than a server thinks about one request. */
export const ATTEMPT_MS = 20_000

/** Unless told. */
export const RETRIES = 2

/**
 * Checks a base URL and takes the slash from its end; in a page it may be relative. Throws a
 * `TypeError`.
 */
export function readBaseUrl(text: string): string {
  const page = (globalThis as { readonly location?: { readonly href: string } }).location?.href
  if (URL.canParse(text, page)) {
    const { protocol, username, password, search, hash, href } = new URL(text, page)
    const isPlain = username + password + search + hash === ''
    if (/^https?:$/.test(protocol) && isPlain) return href.replace(/\/+$/, '')
  }
  throw new TypeError(
    'baseUrl must be a URL such as https://backline.example.org, without user, password, query and fragment.',
  )
}

/**
 * The headers that carry a key. Throws a `TypeError`, which does not repeat it, when no key looks
 * like that.
 */
export function authorizationOf(key: string | undefined): Readonly<Record<string, string>> {
  if (key === undefined) return {}
  if (/^[!-~]+$/.test(key)) return { authorization: `Bearer ${key}` }
  throw new TypeError('The key is empty, or holds blanks or line ends.')
}
