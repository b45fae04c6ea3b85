import { ServerError } from './server-error.ts'

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

const MAJOR_MIN = 7

/**
 * Nodes never use their own clock for quotas, so a difference only shows that some machine's clock
 * is wrong.
 */
const CLOCK_DIFFERENCE_MS = 2_000

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
