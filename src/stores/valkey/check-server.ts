import { ServerError } from './server-error.ts'

/** What a server says of itself and what is to be thought of it. */
export interface CheckedServer {
  readonly product: 'valkey' | 'redis'
  readonly version: string
  readonly cluster: boolean
  /** What an operator should know; the server can be used all the same. */
  readonly warnings: readonly string[]
}

/** The server must not count quotas as it is set up; the message says what to do. */
export class UnfitServer extends Error {
  override readonly name = 'UnfitServer'
}

const MAJOR_MIN = 7

/** Nodes never use their own clock for quotas, so this only says that some machine's clock is wrong. */
const CLOCK_DIFFERENCE_MS = 2_000

/**
 * Judges a server by its answer to INFO, which managed ones give too where they forbid CONFIG. Throws
 * {@link UnfitServer} when counts would be wrong there, and {@link ServerError} while it loads its data.
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
  // A replica of a cluster knows where its primary is, and the one that was named may become one at any time.
  if (!cluster && (facts.get('role') ?? 'master') !== 'master') {
    throw new UnfitServer(
      'The quota store is a replica; BACKLINE_VALKEY_URL must lead to the primary, which can be written.',
    )
  }
  const policy = facts.get('maxmemory_policy')
  if (policy !== undefined && policy !== 'noeviction') {
    throw new UnfitServer(
      `The quota store drops keys when memory is short (maxmemory-policy ${policy}), and with them what was counted. ` +
        'Give quotas a server of their own and set maxmemory-policy to noeviction.',
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
    warnings.push('It does not say its maxmemory-policy, which must be noeviction.')
  }
  if (facts.get('aof_enabled') !== '1') {
    warnings.push('It keeps no log of writes (appendonly yes): a restart forgets what was counted.')
  }
  const serverMs = Number(facts.get('server_time_usec') ?? Number.NaN) / 1_000
  const differenceMs = Math.round(Math.abs(serverMs - nowMs))
  if (differenceMs > CLOCK_DIFFERENCE_MS) {
    warnings.push(
      `Its clock and this machine's differ by ${differenceMs} ms; quotas go by its clock.`,
    )
  }
  return warnings
}
