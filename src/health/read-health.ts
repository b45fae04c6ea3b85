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
}

/** Reads the facts of the health checks. Takes at most three seconds; never rejects. */
export async function readHealth({
  config,
  clock,
  node,
  tries,
}: HealthOptions): Promise<HealthFacts> {
  const tried = Object.entries(tries).map(async ([subject, read]) => {
    const reading = Promise.try(read).then(
      () => true,
      () => false,
    )
    const isInTime = await settlesWithin(clock, TRY_MS, reading)
    return { subject, works: isInTime && (await reading) }
  })
  const { dataDir, databaseUrl } = config
  return {
    nowMs: clock.nowMs(),
    node,
    tried: await Promise.all(tried),
    freeBytes: readFreeBytes(dataDir),
    lastBackupMs: readLastBackup(dataDir),
    isBackedUpElsewhere: databaseUrl !== undefined,
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
