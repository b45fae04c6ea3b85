/** Address and credentials of a server. */
export interface ServerAddress {
  readonly host: string
  readonly port: number
  readonly tls: boolean
  readonly username?: string
  readonly password?: string
  /** The database number; a cluster has only 0. */
  readonly database: number
}

const DEFAULT_PORT = 6379

/**
 * Parses `redis://user:password@host:port/0`; `rediss://` is TLS. Throws without repeating the URL.
 */
export function parseServerUrl(url: string): ServerAddress {
  const parsed = URL.parse(url)
  const database = Number(parsed?.pathname.slice(1) ?? '')
  const [username, password] = [decoded(parsed?.username), decoded(parsed?.password)]
  if (
    parsed === null ||
    parsed.hostname === '' ||
    !Number.isInteger(database) ||
    username === undefined ||
    password === undefined
  ) {
    throw new Error(
      'BACKLINE_VALKEY_URL must be a URL such as redis://:password@host:6379, with %25 for a % in the password.',
    )
  }
  const { hostname, port, protocol } = parsed
  return {
    host: bare(hostname),
    port: port === '' ? DEFAULT_PORT : Number(port),
    tls: protocol === 'rediss:',
    database,
    ...(username !== '' && { username }),
    ...(password !== '' && { password }),
  }
}

/** Returns `undefined` for a malformed percent escape. */
function decoded(text = ''): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/**
 * Returns the server at `host:port` of a redirect, with the same credentials. A server without a
 * name of its own omits the host and means the address that was used.
 */
export function redirectedTo(from: ServerAddress, redirect: string): ServerAddress {
  const colon = redirect.lastIndexOf(':')
  const host = redirect.slice(0, colon)
  return {
    ...from,
    host: host === '' ? from.host : bare(host),
    port: Number(redirect.slice(colon + 1)),
  }
}

function bare(host: string): string {
  return host.replaceAll(/^\[|\]$/g, '')
}
