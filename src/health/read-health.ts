import { readFileSync } from 'node:fs'
import { settlesWithin } from '../platform/concurrency/settles-within.ts'
import { dataPaths } from '../platform/files/data-paths.ts'
import { freeBytes } from '../platform/files/disk-reserve.ts'
import type { DatabaseConfig } from '../platform/sql/store-config.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { HealthFacts, NodeFacts } from './health-check.ts'

/** Milliseconds for which a store is waited for. */
const TRY_MS = 3_000

/** Options of {@link readHealth}. */
export interface HealthOptions {
  readonly config: DatabaseConfig
  readonly clock: Pick<Clock, 'nowMs' | 'after'>
  /** The state of the node; `undefined` if it does not answer. */
  readonly node: NodeFacts | undefined
  /** Reads something small from each store, by the store's name. */
  readonly tries: Readonly<Record<string, () => Promise<unknown>>>
  /** Counts the requests for access that wait for an operator. */
  readonly countPending?: () => Promise<number>
  /** Returns when the certificate of the sign-in provider ends; absent without a provider. */
  readonly certificateEnd?: (() => Promise<number>) | undefined
}

/** Reads the facts of the health checks. Takes at most three seconds; never rejects. */
export async function readHealth({
  config,
  clock,
  node,
  tries,
  countPending,
  certificateEnd,
}: HealthOptions): Promise<HealthFacts> {
  const tried = Object.entries(tries).map(async ([subject, read]) => {
    const reading = Promise.try(read).then(
      () => true,
      () => false,
    )
    const isInTime = await settlesWithin(clock, TRY_MS, reading)
    return { subject, works: isInTime && (await reading) }
  })
  const inTime = async <Value>(read: () => Promise<Value>): Promise<Value | undefined> => {
    const reading = Promise.try(read).catch(() => undefined)
    return (await settlesWithin(clock, TRY_MS, reading)) ? reading : undefined
  }
  const pending = countPending === undefined ? undefined : inTime(countPending)
  const end = certificateEnd === undefined ? undefined : inTime(certificateEnd)
  const { dataDir, databaseUrl } = config
  return {
    nowMs: clock.nowMs(),
    node,
    tried: await Promise.all(tried),
    freeBytes: readFreeBytes(dataDir),
    lastBackupMs: readLastBackup(dataDir),
    isBackedUpElsewhere: databaseUrl !== undefined,
    pendingRequests: await pending,
    certificateEndMs: end === undefined ? undefined : ((await end) ?? 'unread'),
  }
}

function readFreeBytes(dataDir: string): number | undefined {
  try {
    const bytes = freeBytes(dataDir)
    return Number.isFinite(bytes) ? bytes : undefined
  } catch {
    return undefined
  }
}

/** Returns when `backline backup` last copied this folder; `undefined` if it never has. */
function readLastBackup(dataDir: string): number | undefined {
  try {
    const text = readFileSync(dataPaths(dataDir).lastBackup, 'utf8').trim()
    return /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined
  } catch {
    return undefined
  }
}
