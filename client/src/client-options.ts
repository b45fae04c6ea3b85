import type { Clock } from './clock.ts'
import type { Hooks } from './hooks.ts'
import type { Pacing } from './pace.ts'
import { parseShare, type LimitShare, WHOLE } from './limit-share.ts'
import { systemClock } from './system-clock.ts'

/** The options of a client. Only `baseUrl` is required. */
export interface ClientOptions extends Hooks {
  /**
   * Address of the server, such as `https://backline.example.org`, without the path of an API. Any
   * other path is kept, for a server behind a proxy.
   */
  readonly baseUrl: string
  /** Developer key. Without one, only public operations work, unless a proxy adds a key. */
  readonly key?: string | undefined
  /** Name of your program for `User-Agent`. Browsers do not let a page set it. */
  readonly appName?: string | undefined
  /** Whether defaults are filled in. Default: true. */
  readonly fillDefaults?: boolean | undefined
  /** How requests use the quota. Default: `burst`. */
  readonly pacing?: Pacing | undefined
  /** Maximum concurrent requests. Default: the server's limit. */
  readonly concurrencyMax?: number | undefined
  /** The part of the developer's limits that this process uses. Default: all of them. */
  readonly share?: 'auto' | `${number}/${number}` | undefined
  /** Milliseconds for a whole call, waits and retries included. Default: 90,000. */
  readonly deadlineMs?: number | undefined
  /** Milliseconds for one request of a call. Default: 20,000. */
  readonly attemptMs?: number | undefined
  /** How often a request is retried after a transient failure. Default: 2. */
  readonly retriesMax?: number | undefined
  /** Function that sends requests. Default: the runtime's. */
  readonly fetch?: typeof fetch | undefined
  /** Source of time. Default: the runtime's monotonic clock and timers. */
  readonly clock?: Clock | undefined
  /** Returns a random number from 0 to 1, for pauses. Default: `Math.random`. */
  readonly jitter?: (() => number) | undefined
}

/** Validated options, with their defaults. */
export interface ClientConfig {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly key: string | undefined
  readonly appName: string | undefined
  readonly fills: boolean
  readonly pacing: Pacing
  readonly concurrencyMax: number
  /** `auto` divides the limits with the help of the server. */
  readonly share: LimitShare | 'auto'
  readonly deadlineMs: number
  readonly attemptMs: number
  readonly retriesMax: number
  readonly hooks: Hooks
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly jitter: () => number
}

/** Enough to wait for the next minute of the quota. */
const DEADLINE_MS = 90_000

/** Longer than a server works on one request. */
const ATTEMPT_MS = 20_000

const RETRIES_MAX = 2

/** A day: longer than any call. */
const DURATION_MS_MAX = 86_400_000

const NAMES: Readonly<Record<keyof ClientOptions, true>> = {
  baseUrl: true,
  key: true,
  appName: true,
  fillDefaults: true,
  pacing: true,
  concurrencyMax: true,
  share: true,
  deadlineMs: true,
  attemptMs: true,
  retriesMax: true,
  fetch: true,
  clock: true,
  jitter: true,
  onRequest: true,
  onRetry: true,
  onLimited: true,
}

/** Validates the options of a client. Throws a `TypeError` that names the option and its rule. */
export function validateOptions(options: ClientOptions): ClientConfig {
  if (typeof options !== 'object' || options === null)
    throw invalid('options', options, 'an object')
  rejectUnknown(options, Object.keys(NAMES))
  const { baseUrl, key, appName, share, fetch, clock, jitter } = options
  const { onRequest, onRetry, onLimited } = options
  const pacing = options.pacing ?? 'burst'
  if (!['burst', 'even', 'off'].includes(pacing)) {
    throw invalid('pacing', pacing, "'burst', 'even' or 'off'")
  }
  for (const [name, value] of Object.entries({ fetch, jitter, onRequest, onRetry, onLimited })) {
    if (value !== undefined && typeof value !== 'function') throw invalid(name, value, 'a function')
  }
  if (
    clock !== undefined &&
    (typeof clock.nowMs !== 'function' || typeof clock.after !== 'function')
  ) {
    throw invalid('clock', clock, 'an object with nowMs and after')
  }
  if (typeof (options.fillDefaults ?? true) !== 'boolean') {
    throw invalid('fillDefaults', options.fillDefaults, 'true or false')
  }
  return {
    baseUrl: validateBaseUrl(baseUrl),
    key: validateKey(key),
    appName: validateAppName(appName),
    fills: options.fillDefaults ?? true,
    pacing,
    concurrencyMax: integer('concurrencyMax', options.concurrencyMax, 1, 1_000) ?? Infinity,
    share: validateShare(share),
    deadlineMs: validateDuration('deadlineMs', options.deadlineMs) ?? DEADLINE_MS,
    attemptMs: validateDuration('attemptMs', options.attemptMs) ?? ATTEMPT_MS,
    retriesMax: integer('retriesMax', options.retriesMax, 0, 10) ?? RETRIES_MAX,
    hooks: { onRequest, onRetry, onLimited },
    fetch: fetch ?? globalThis.fetch.bind(globalThis),
    clock: clock ?? systemClock,
    jitter: jitter ?? Math.random,
  }
}

/** Throws a `TypeError` for the first field that is not known. */
export function rejectUnknown(options: object, names: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown === undefined) return
  throw new TypeError(`Unknown option "${unknown}"; the options are ${names.join(', ')}.`)
}

/** Validates milliseconds. Throws a `TypeError` unless they are from 1 to a day. */
export function validateDuration(name: string, value: number | undefined): number | undefined {
  const isDuration = typeof value === 'number' && value >= 1 && value <= DURATION_MS_MAX
  if (value === undefined || isDuration) return value
  throw invalid(name, value, `a number of milliseconds from 1 to ${DURATION_MS_MAX}`)
}

function integer(name: string, value: number | undefined, min: number, max: number) {
  if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) return value
  throw invalid(name, value, `an integer from ${min} to ${max}`)
}

function validateShare(text: string | undefined): LimitShare | 'auto' {
  if (text === undefined || text === 'auto') return text ?? WHOLE
  const share = typeof text === 'string' ? parseShare(text) : undefined
  if (share === undefined) throw invalid('share', text, "'auto' or a part such as '1/3'")
  return share
}

/** Removes the slash at the end. In a page the address may be relative. */
function validateBaseUrl(text: string): string {
  const page = (globalThis as { readonly location?: { readonly href: string } }).location?.href
  if (typeof text === 'string' && URL.canParse(text, page)) {
    const { protocol, username, password, search, hash, href, pathname } = new URL(text, page)
    const isPlain = username + password + search + hash === ''
    const hasApi = /\/api\/(?:open|public|developer)\b/.test(pathname)
    if (/^https?:$/.test(protocol) && isPlain && !hasApi) return href.replace(/\/+$/, '')
  }
  const allowed =
    'an address such as https://backline.example.org, without user, password, query, fragment and /api/…'
  // A password must not be repeated.
  throw invalid('baseUrl', /@/.test(text) ? undefined : text, allowed)
}

/** The error does not repeat the key. */
function validateKey(key: string | undefined): string | undefined {
  if (key === undefined || (typeof key === 'string' && /^[!-~]+$/.test(key))) return key
  throw new TypeError('key is empty, or contains a character that no key has.')
}

function validateAppName(name: string | undefined): string | undefined {
  if (
    name === undefined ||
    (typeof name === 'string' && /^[!-~](?:[ -~]{0,98}[!-~])?$/.test(name))
  ) {
    return name
  }
  throw invalid('appName', name, '1 to 100 printable ASCII characters')
}

function invalid(name: string, value: unknown, allowed: string): TypeError {
  const shown =
    typeof value === 'string'
      ? JSON.stringify(value.slice(0, 100))
      : value === null || typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : value === undefined
          ? 'invalid'
          : `a value of type ${typeof value}`
  return new TypeError(`${name} is ${shown}; it must be ${allowed}.`)
}
