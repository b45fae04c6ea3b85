import { randomUUID } from 'node:crypto'
import { systemClock } from '../../src/compose/system-clock.ts'
import type { Observation } from '../../src/domain/observation.ts'
import type { QuotaLimits, QuotaStore } from '../../src/domain/quota.ts'
import { quotaScripts, SERVER_TIME } from '../../src/stores/valkey/quota-scripts.ts'
import {
  openValkeyQuotaStore,
  type ValkeyQuotaSettings,
} from '../../src/stores/valkey/quota-store.ts'

/** Limits that no test reaches. */
export const WIDE: QuotaLimits = { minute: 1_000_000, day: 1_000_000, concurrency: 1_000_000 }

/** One node's store, with what it noticed. */
export interface ValkeyNode extends QuotaStore {
  readonly observed: Observation[]
}

/** Opens a store as a serving process does, but for what is said, and patient: the machine may be busy with other tests. */
export async function openNode(
  url: string,
  settings: Partial<ValkeyQuotaSettings> = {},
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
  return { ...store, observed }
}

/** What came of many attempts. */
export interface Tally {
  admitted: number
  refused: number
  failed: number
  /** The longest that a caller waited for a decision or an error. Milliseconds. */
  longestMs: number
}

/** An empty tally. */
export function newTally(): Tally {
  return { admitted: 0, refused: 0, failed: 0, longestMs: 0 }
}

/** Makes one attempt, gives its place back at once and counts it. */
export async function attemptOn(
  store: QuotaStore,
  developerId: string,
  tally: Tally,
  limits: QuotaLimits = WIDE,
): Promise<void> {
  const leaseId = randomUUID()
  const startMs = performance.now()
  try {
    const { violated } = await store.take(developerId, limits, leaseId)
    if (violated.length > 0) tally.refused += 1
    else {
      tally.admitted += 1
      store.release(developerId, leaseId)
    }
  } catch {
    tally.failed += 1
  } finally {
    tally.longestMs = Math.max(tally.longestMs, performance.now() - startMs)
  }
}

/** A developer of whom nobody has heard. */
export function newDeveloper(): string {
  return randomUUID()
}
