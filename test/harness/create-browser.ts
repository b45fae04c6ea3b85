import { request } from 'node:http'
import { PORTAL_API } from '../../src/portal/contract/portal-operation.ts'

/** A response as a browser receives it. */
export interface Loaded {
  readonly status: number
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** The raw `Set-Cookie` lines. */
  readonly setCookies: readonly string[]
  readonly text: string
  /** Parses the body as JSON. */
  json(): Record<string, unknown>
}

/** Options of a request. An `undefined` header is omitted, even one that a browser would send. */
export interface Loading {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

/** A minimal browser for portal tests: cookies by origin, and redirects. */
export interface Browser {
  /** By origin, then by name. */
  readonly cookies: Map<string, Map<string, string>>
  /** Loads one URL without following redirects. */
  load(url: string | URL, loading?: Loading): Promise<Loaded>
  /**
   * Follows a link over all redirects. With `stop`, returns without loading the URL that it
   * matches.
   */
  follow(url: string | URL, stop?: (url: URL) => boolean): Promise<Loaded>
  /** Calls a portal operation as a page of the portal does. */
  ask(path: string, body?: unknown, loading?: Loading): Promise<Loaded>
  /** Returns the value of a cookie of the portal. */
  cookie(name: string): string | undefined
}

/** Maximum redirects followed. */
const REDIRECTS_MAX = 15

/** Creates a browser without cookies. `origin` is that of the portal. */
export function createBrowser(origin: string): Browser {
  const cookies: Browser['cookies'] = new Map()

  const load: Browser['load'] = async (to, { method = 'GET', headers = {}, body } = {}) => {
    const url = new URL(to)
    const jar = cookies.get(url.origin) ?? new Map<string, string>()
    cookies.set(url.origin, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = {
      ...(cookie !== '' && { cookie }),
      'user-agent': 'a browser of the tests',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    }
    const lines = Object.entries(sent).filter(([, value]) => value !== undefined)
    const { promise, resolve, reject } = Promise.withResolvers<Loaded>()
    const outgoing = request(url, {
      method,
      headers: Object.fromEntries(lines),
    })
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        const setCookies = incoming.headers['set-cookie'] ?? []
        for (const line of setCookies) keepCookie(jar, line)
        resolve({
          status: incoming.statusCode ?? 0,
          url,
          headers: Object.fromEntries(
            Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
          ),
          setCookies,
          text,
          json: () => JSON.parse(text) as never,
        })
      })
    })
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
    return promise
  }

  const follow: Browser['follow'] = async (to, stop = () => false) => {
    let url = new URL(to)
    // As for a link on a portal page.
    let site: string | undefined = 'same-origin'
    for (let count = 0; count < REDIRECTS_MAX; count += 1) {
      const loaded = await load(url, { headers: { 'sec-fetch-site': site } })
      const { location } = loaded.headers
      if (location === undefined) return loaded
      const next = new URL(location, url)
      if (stop(next)) return { ...loaded, url: next }
      if (next.origin !== url.origin) site = 'cross-site'
      url = next
    }
    throw new Error(`Too many redirects: ${url.href}`)
  }

  return {
    cookies,
    load,
    follow,
    ask: (path, body, { headers, ...loading } = {}) =>
      load(origin + PORTAL_API + path, {
        ...(body !== undefined && { method: 'POST', body }),
        ...loading,
        headers: { origin, 'sec-fetch-site': 'same-origin', ...headers },
      }),
    cookie: (name) => cookies.get(origin)?.get(name),
  }
}

function keepCookie(jar: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  const ends = /Max-Age=0\b|Expires=Thu, 01 Jan 1970/i.test(line)
  if (ends) jar.delete(name)
  else jar.set(name, value)
}
