import type { Clock } from '../time/clock.ts'
import { ServerError, type Connection, type ServerAddress } from './valkey-connection.ts'

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

/** Number of hash slots of a cluster. */
const SLOTS = 16_384

/**
 * Returns the hash slot of a key: CRC-16/XMODEM of the part in the first braces, or of the whole
 * key.
 */
export function keySlot(key: string): number {
  const from = key.indexOf('{')
  const to = key.indexOf('}', from + 1)
  const tag = from >= 0 && to > from + 1 ? key.slice(from + 1, to) : key
  let crc = 0
  for (const byte of Buffer.from(tag)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)
    crc &= 0xffff
  }
  return crc % SLOTS
}

/** A checked server and the warnings about it. */
export interface CheckedServer {
  readonly product: 'valkey' | 'redis'
  readonly version: string
  readonly cluster: boolean
  /** A warning for the operator; the server is usable all the same. */
  readonly warnings: readonly string[]
}

/** The server's configuration would make quota counts wrong; the message says what to change. */
export class UnfitServer extends Error {
  override readonly name = 'UnfitServer'
}

/** Options of {@link createServerCheck}. */
export interface ServerCheckOptions {
  readonly clock: Pick<Clock, 'nowMs'>
  /** Called when a server was checked, if its state has changed. */
  readonly onChecked: (server: CheckedServer) => void
  /** Prepares each checked server before any other command is sent to it. */
  readonly onConnected: (server: CheckedServer, send: Connection['send']) => Promise<void>
}

const MAJOR_MIN = 7

/**
 * Nodes never use their own clock for quotas, so a difference only shows that some machine's clock
 * is wrong.
 */
const CLOCK_DIFFERENCE_MS = 2_000

/**
 * Creates the check of a connected server. It reports the state of a server once per change,
 * whatever its connections do.
 */
export function createServerCheck({
  clock,
  onChecked,
  onConnected,
}: ServerCheckOptions): (send: Connection['send']) => Promise<void> {
  const reported = new Set<string>()
  return async (send) => {
    const checked = checkServer(String(await send(['INFO'])), clock.nowMs())
    const words = JSON.stringify({ ...checked, warnings: checked.warnings.length })
    if (!reported.has(words)) {
      reported.add(words)
      onChecked(checked)
    }
    await onConnected(checked, send)
  }
}

/**
 * Checks a server by its INFO reply, which managed servers give also where they forbid CONFIG.
 * Throws {@link UnfitServer} when counts would be wrong there, and {@link ServerError} while it
 * loads its data.
 */
export function checkServer(info: string, nowMs: number): CheckedServer {
  const facts = new Map(info.split('\r\n').map((line) => line.split(':', 2) as [string, string]))
  const valkey = facts.get('valkey_version')
  const version = valkey ?? facts.get('redis_version') ?? 'unknown'
  const product = valkey === undefined ? 'redis' : 'valkey'
  if (!(Number.parseInt(version, 10) >= MAJOR_MIN)) {
    throw new UnfitServer(
      `The quota store is ${product} ${version}; Valkey or Redis ${MAJOR_MIN} or later is needed.`,
    )
  }
  if (facts.get('loading') === '1') throw new ServerError('LOADING')
  const cluster = facts.get('cluster_enabled') === '1'
  // A replica in a cluster redirects to its primary, and the named one may be promoted at any time.
  if (!cluster && (facts.get('role') ?? 'master') !== 'master') {
    throw new UnfitServer(
      'The quota store is a replica; BACKLINE_VALKEY_URL must name the primary.',
    )
  }
  const policy = facts.get('maxmemory_policy')
  if (policy !== undefined && policy !== 'noeviction') {
    throw new UnfitServer(
      `The quota store evicts keys, and quota counts with them, when memory is short (maxmemory-policy ${policy}). ` +
        'Use a dedicated server for quotas and set maxmemory-policy to noeviction.',
    )
  }
  return {
    product,
    version,
    cluster,
    warnings: warningsOf(facts, policy, nowMs),
  }
}

function warningsOf(
  facts: ReadonlyMap<string, string>,
  policy: string | undefined,
  nowMs: number,
): string[] {
  const warnings: string[] = []
  if (policy === undefined) {
    warnings.push('It does not report its maxmemory-policy, which must be noeviction.')
  }
  if (facts.get('aof_enabled') !== '1') {
    warnings.push('It has no append-only file (appendonly yes): a restart loses the counts.')
  }
  const serverMs = Number(facts.get('server_time_usec') ?? Number.NaN) / 1_000
  const differenceMs = Math.round(Math.abs(serverMs - nowMs))
  if (differenceMs > CLOCK_DIFFERENCE_MS) {
    warnings.push(
      `Its clock and this machine's differ by ${differenceMs} ms; quotas use its clock.`,
    )
  }
  return warnings
}
