import { randomUUID } from 'node:crypto'
import { systemClock } from '../../src/platform/time/system-clock.ts'
import type { Observation } from '../../src/app/telemetry/observations.ts'
import type { QuotaLimits, QuotaStore } from '../../src/quotas/quota.ts'
import { quotaScripts, SERVER_TIME } from '../../src/quotas/valkey/quota-scripts.ts'
import {
  openValkeyQuotaStore,
  type ValkeyQuotaOptions,
} from '../../src/quotas/valkey/open-valkey-quota-store.ts'

/** Limits that no test reaches. */
export const WIDE: QuotaLimits = { minute: 1_000_000, day: 1_000_000, concurrency: 1_000_000 }

/** The store of one node, with its observations. */
export interface ValkeyNode extends QuotaStore {
  readonly observed: Observation[]
}

/**
 * Opens a store as a serving process does, except for `settings`, with long timeouts for a busy
 * machine.
 */
export async function openNode(
  url: string,
  settings: Partial<ValkeyQuotaOptions> = {},
): Promise<ValkeyNode> {
  const observed: Observation[] = []
  const store = await openValkeyQuotaStore({
    url,
    clock: systemClock,
    observe: (observation) => observed.push(observation),
    scripts: quotaScripts(SERVER_TIME),
    answerMs: 2_000,
    leaseMs: 15_000,
    ...settings,
  })
  return Object.assign(store, { observed })
}

/** Outcomes of attempts. */
export interface AttemptCounts {
  admitted: number
  refused: number
  failed: number
  /** Longest wait of a caller for a decision or an error, in milliseconds. */
  longestMs: number
}

/** Creates empty counts. */
export function createCounts(): AttemptCounts {
  return { admitted: 0, refused: 0, failed: 0, longestMs: 0 }
}

/** Makes one attempt, releases its slot at once and counts the outcome. */
export async function attemptOn(
  store: QuotaStore,
  developerId: string,
  counts: AttemptCounts,
  limits: QuotaLimits = WIDE,
): Promise<void> {
  const leaseId = randomUUID()
  const startMs = performance.now()
  try {
    const { violated } = await store.take(developerId, limits, leaseId)
    if (violated.length > 0) counts.refused += 1
    else {
      counts.admitted += 1
      store.release(developerId, leaseId)
    }
  } catch {
    counts.failed += 1
  } finally {
    counts.longestMs = Math.max(counts.longestMs, performance.now() - startMs)
  }
}

/** Returns an unused developer id. */
export function newDeveloper(): string {
  return randomUUID()
}
