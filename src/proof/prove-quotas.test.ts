import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import { systemClock } from '../compose/system-clock.ts'
import type { Clock } from '../domain/clock.ts'
import { QUOTA_NAMES, type QuotaStore } from '../domain/quota.ts'
import { createEmbeddedQuotaStore } from '../stores/embedded/quota-store.ts'
import { createAttacker } from './create-attacker.ts'
import type { Finding } from './judge.ts'
import { proveQuotas, type ProofProgress } from './prove-quotas.ts'

const folder = temporaryFolder()
const NOON = Date.UTC(2026, 5, 15, 12)

/** The machine's clock, but for its wall time: that is so many milliseconds after noon now. */
function clockAt(afterNoonMs: number): Clock {
  const startMs = systemClock.monotonicMs()
  return {
    ...systemClock,
    nowMs: () => Math.floor(NOON + afterNoonMs + systemClock.monotonicMs() - startMs),
  }
}

interface Proof {
  readonly findings: readonly Finding[]
  readonly progress: readonly ProofProgress[]
}

/** Proves a store that `spoil` has made something of, with two attackers. */
async function prove(
  spoil: (store: QuotaStore) => Partial<QuotaStore> = () => ({}),
  clock: Clock = clockAt(0),
): Promise<Proof> {
  const path = join(folder, crypto.randomUUID())
  const sound = createEmbeddedQuotaStore({
    path,
    clock,
    onDropped: () => {},
    onSyncFailed: () => {},
  })
  const store = { ...sound, ...spoil(sound) }
  const progress: ProofProgress[] = []
  try {
    const findings = await proveQuotas({
      attackers: [createAttacker(store, clock), createAttacker(store, clock)],
      store,
      clock,
      attempts: 400,
      timeMs: 5_000,
      newId: () => crypto.randomUUID(),
      tell: (told) => void progress.push(told),
    })
    return { findings, progress }
  } finally {
    await sound.close()
  }
}

/** What is wrong by the findings, in one text. */
function wrongBy({ findings }: Proof): string {
  return findings.flatMap(({ name, differences }) => [name, ...differences]).join(' ')
}

describe('the proof of quotas', () => {
  it('finds nothing wrong with a store that is exact, and leaves no doubt', async () => {
    const { findings } = await prove()
    assert.deepEqual(
      findings.map(({ name }) => name),
      QUOTA_NAMES,
    )
    for (const finding of findings) {
      assert.deepEqual([finding.differences, finding.doubts], [[], []], finding.name)
      assert.equal(finding.attempts, 800)
      assert.equal(finding.leasesLeft, 0)
    }
    const [minute, day, concurrency] = findings
    assert.deepEqual([minute?.admitted, day?.admitted], [200, 200])
    assert.ok(concurrency !== undefined && concurrency.admitted > concurrency.limit)
    assert.equal(concurrency.heldMax, concurrency.limit)
  })

  it('finds a store that admits one too many', async () => {
    const plusOne = (name: (typeof QUOTA_NAMES)[number]) => (store: QuotaStore) => ({
      take: (...[developerId, limits, leaseId]: Parameters<QuotaStore['take']>) =>
        store.take(developerId, { ...limits, [name]: limits[name] + 1 }, leaseId),
    })
    for (const [at, name] of QUOTA_NAMES.entries()) {
      const { findings } = await prove(plusOne(name))
      assert.equal(findings[at]?.difference, 1, name)
      assert.match(findings[at]?.differences[0] ?? '', /^1 more than [0-9]+ were admitted\.$/)
    }
  })

  it('finds a store that reads a count and writes it later', async () => {
    const proof = await prove((store) => ({
      take: async (developerId, limits, leaseId) => {
        const state = await store.read(developerId, limits)
        const violated = QUOTA_NAMES.filter((name) => state.used[name] >= limits[name])
        await new Promise(setImmediate)
        if (violated.length > 0) return { violated, state }
        return store.take(developerId, OUT_OF_THE_WAY, leaseId)
      },
    }))
    assert.match(
      wrongBy(proof),
      /minute [0-9]+ more than .*day [0-9]+ more .*concurrency [0-9]+ more/,
    )
  })

  it('finds a store that charges what it refuses', async () => {
    const proof = await prove((store) => ({
      take: async (developerId, limits, leaseId) => {
        const decision = await store.take(developerId, limits, leaseId)
        if (decision.violated.length > 0) {
          await store.take(developerId, OUT_OF_THE_WAY, `${leaseId} refused`)
          store.release(developerId, `${leaseId} refused`)
        }
        return decision
      },
    }))
    assert.match(wrongBy(proof), /The minute counts 800 after 200 admissions\./)
    assert.match(wrongBy(proof), /concurrency The minute counts/)
  })

  it('finds a store that refuses too early', async () => {
    const proof = await prove((store) => ({
      take: async (developerId, limits, leaseId) => {
        const less = { ...limits, minute: limits.minute - 1 }
        const { violated, state } = await store.take(developerId, less, leaseId)
        return { violated, state: { ...state, limits } }
      },
    }))
    assert.match(wrongBy(proof), /minute 1 fewer than 200 were admitted\. 601 refusals named/)
  })

  it('finds a store that loses what is given back', async () => {
    let releases = 0
    const proof = await prove((store) => ({
      release: (developerId, leaseId) => {
        releases += 1
        if (releases !== 50) store.release(developerId, leaseId)
      },
    }))
    assert.match(wrongBy(proof), /minute 1 leases are left after every place was given back\./)
  })

  it('finds a store that forgets who holds its places', async () => {
    let takes = 0
    const proof = await prove((store) => ({
      take: async (developerId, limits, leaseId) => {
        const decision = await store.take(developerId, limits, leaseId)
        takes += 1
        // A lease that lapses too early: its place goes to another while it is still held.
        if (takes % 10 === 0) store.release(developerId, leaseId)
        return decision
      },
    }))
    assert.match(wrongBy(proof), /concurrency .*[0-9]+ places were held at one time, of 8\./)
  })

  it('has doubts, and finds nothing wrong, where answers are missing', async () => {
    let takes = 0
    const { findings } = await prove((store) => ({
      take: async (...attempt) => {
        const decision = await store.take(...attempt)
        takes += 1
        if (takes % 50 === 0) throw new Error('No answer.')
        return decision
      },
    }))
    for (const { differences, doubts, unknown } of findings) {
      assert.deepEqual(differences, [])
      assert.deepEqual(doubts, [`${unknown} attempts got no answer: No answer.`])
    }
  })

  it('begins no attack in a minute without enough time left, and says that it waits', async () => {
    const { findings, progress } = await prove(undefined, clockAt(59_500))
    const [first] = progress
    assert.ok(first?.type === 'waiting' && first.ms <= 500)
    assert.deepEqual(
      findings.flatMap(({ differences, doubts }) => [...differences, ...doubts]),
      [],
    )
  })
})

const OUT_OF_THE_WAY = { minute: 900_000_000, day: 900_000_000, concurrency: 90_000 }
