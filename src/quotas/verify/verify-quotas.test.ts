import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { systemClock } from '../../platform/time/system-clock.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { QUOTA_NAMES, type QuotaStore } from '../quota.ts'
import { createEmbeddedQuotaStore } from '../embedded/embedded-quota-store.ts'
import { createLoadGenerator } from './load-generator.ts'
import type { Finding } from './check-overlap.ts'
import { verifyQuotas, type VerifyProgress } from './verify-quotas.ts'

const folder = temporaryFolder()
const NOON = Date.UTC(2026, 5, 15, 12)

/** Returns the system clock with its wall time set to `afterNoonMs` after noon. */
function clockAt(afterNoonMs: number): Clock {
  const startMs = systemClock.monotonicMs()
  return {
    ...systemClock,
    nowMs: () => Math.floor(NOON + afterNoonMs + systemClock.monotonicMs() - startMs),
  }
}

interface Verification {
  readonly findings: readonly Finding[]
  readonly progress: readonly VerifyProgress[]
}

/** Verifies a store that `spoil` modifies, with two load generators. */
async function verify(
  spoil: (store: QuotaStore) => Partial<QuotaStore> = () => ({}),
  clock: Clock = clockAt(0),
): Promise<Verification> {
  const path = join(folder, crypto.randomUUID())
  const exact = createEmbeddedQuotaStore({
    path,
    clock,
    onDropped: () => {},
    onSyncFailed: () => {},
  })
  const store: QuotaStore = {
    take: (...attempt) => exact.take(...attempt),
    release: (...lease) => exact.release(...lease),
    read: (...request) => exact.read(...request),
    registerInstance: (...instance) => exact.registerInstance(...instance),
    close: () => exact.close(),
    ...spoil(exact),
  }
  const progress: VerifyProgress[] = []
  try {
    const findings = await verifyQuotas({
      loadGenerators: [createLoadGenerator(store, clock), createLoadGenerator(store, clock)],
      store,
      clock,
      attempts: 400,
      timeMs: 5_000,
      newId: () => crypto.randomUUID(),
      onProgress: (event) => void progress.push(event),
    })
    return { findings, progress }
  } finally {
    await exact.close()
  }
}

/** Returns all differences of the findings as one text. */
function differencesOf({ findings }: Verification): string {
  return findings.flatMap(({ name, differences }) => [name, ...differences]).join(' ')
}

describe('quota verification', () => {
  it('reports no difference and no unknown outcome for an exact store', async () => {
    const { findings } = await verify()
    assert.deepEqual(
      findings.map(({ name }) => name),
      QUOTA_NAMES,
    )
    for (const finding of findings) {
      assert.deepEqual([finding.differences, finding.unknownOutcomes], [[], []], finding.name)
      assert.equal(finding.attempts, 800)
      assert.equal(finding.leasesLeft, 0)
    }
    const [minute, day, concurrency] = findings
    assert.deepEqual([minute?.admitted, day?.admitted], [200, 200])
    assert.ok(concurrency !== undefined && concurrency.admitted > concurrency.limit)
    assert.equal(concurrency.concurrentMax, concurrency.limit)
  })

  it('detects a store that admits one too many', async () => {
    const plusOne = (name: (typeof QUOTA_NAMES)[number]) => (store: QuotaStore) => ({
      take: (...[developerId, limits, leaseId]: Parameters<QuotaStore['take']>) =>
        store.take(developerId, { ...limits, [name]: limits[name] + 1 }, leaseId),
    })
    for (const [at, name] of QUOTA_NAMES.entries()) {
      const { findings } = await verify(plusOne(name))
      assert.equal(findings[at]?.difference, 1, name)
      assert.match(findings[at]?.differences[0] ?? '', /^1 more than [0-9]+ were admitted\.$/)
    }
  })

  it('detects a store that reads a count and writes it later', async () => {
    const verification = await verify((store) => ({
      take: async (developerId, limits, leaseId) => {
        const state = await store.read(developerId, limits)
        const violated = QUOTA_NAMES.filter((name) => state.used[name] >= limits[name])
        await new Promise(setImmediate)
        if (violated.length > 0) return { violated, state }
        return store.take(developerId, UNREACHED_LIMITS, leaseId)
      },
    }))
    assert.match(
      differencesOf(verification),
      /minute [0-9]+ more than .*day [0-9]+ more .*concurrency [0-9]+ more/,
    )
  })

  it('detects a store that charges rejected attempts', async () => {
    const verification = await verify((store) => ({
      take: async (developerId, limits, leaseId) => {
        const decision = await store.take(developerId, limits, leaseId)
        if (decision.violated.length > 0) {
          await store.take(developerId, UNREACHED_LIMITS, `${leaseId} refused`)
          store.release(developerId, `${leaseId} refused`)
        }
        return decision
      },
    }))
    assert.match(differencesOf(verification), /The minute count is 800 after 200 admissions\./)
    assert.match(differencesOf(verification), /concurrency The minute count/)
  })

  it('detects a store that rejects too early', async () => {
    const verification = await verify((store) => ({
      take: async (developerId, limits, leaseId) => {
        const less = { ...limits, minute: limits.minute - 1 }
        const { violated, state } = await store.take(developerId, less, leaseId)
        return { violated, state: { ...state, limits } }
      },
    }))
    assert.match(
      differencesOf(verification),
      /minute 1 fewer than 200 were admitted\. 601 rejections named/,
    )
  })

  it('detects a store that loses a release', async () => {
    let releases = 0
    const verification = await verify((store) => ({
      release: (developerId, leaseId) => {
        releases += 1
        if (releases !== 50) store.release(developerId, leaseId)
      },
    }))
    assert.match(
      differencesOf(verification),
      /minute 1 leases remain after every slot was released\./,
    )
  })

  it('detects a store that frees slots in use', async () => {
    let takes = 0
    const verification = await verify((store) => ({
      take: async (developerId, limits, leaseId) => {
        const decision = await store.take(developerId, limits, leaseId)
        takes += 1
        // A lease that expires too early: its slot goes to another caller while it is in use.
        if (takes % 10 === 0) store.release(developerId, leaseId)
        return decision
      },
    }))
    assert.match(
      differencesOf(verification),
      /concurrency .*[0-9]+ slots were in use at once, of 8\./,
    )
  })

  it('reports unknown outcomes and no difference for missing answers', async () => {
    let takes = 0
    const { findings } = await verify((store) => ({
      take: async (...attempt) => {
        const decision = await store.take(...attempt)
        takes += 1
        if (takes % 50 === 0) throw new Error('No answer.')
        return decision
      },
    }))
    for (const { differences, unknownOutcomes, unknown } of findings) {
      assert.deepEqual(differences, [])
      assert.deepEqual(unknownOutcomes, [`${unknown} attempts got no answer: No answer.`])
    }
  })

  it('waits for a minute with enough time left and reports the wait', async () => {
    const { findings, progress } = await verify(undefined, clockAt(59_500))
    const [first] = progress
    assert.ok(first?.type === 'waiting' && first.ms <= 500)
    assert.deepEqual(
      findings.flatMap(({ differences, unknownOutcomes }) => [...differences, ...unknownOutcomes]),
      [],
    )
  })
})

const UNREACHED_LIMITS = { minute: 900_000_000, day: 900_000_000, concurrency: 90_000 }
