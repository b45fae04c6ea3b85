import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { unavailable } from '../http/errors/service-error.ts'
import { maintainLease, type Lease } from './maintain-lease.ts'

/** A lease whose store answers as the test says: grants, denies, delays or fails. */
function createScene() {
  const clock = createManualClock(1_000_000)
  /** Whether the lease was held, after each change. */
  const told: boolean[] = []
  const sessions: {
    lease: Lease
    lost: () => void
    ended: boolean
    ends: Promise<void>
    outageSinceMs: number | undefined
  }[] = []
  const released: Lease[] = []
  const requests: ((lease: Lease | undefined) => void)[] = []
  const scene = {
    answer: 'given' as 'given' | 'taken' | 'away' | 'silent' | 'held back',
    epoch: 1,
  }
  const kept = maintainLease({
    clock,
    leaseMs: 15_000,
    holder: 'one',
    onStoreTime: () => {},
    storeName: 'The history store',
    onHeld: (held) => void told.push(held),
    onFailure: () => {},
    store: {
      acquireLease: async (_holder, _forMs, held) => {
        if (scene.answer === 'away') throw unavailable(new Error('The store is down.'))
        if (scene.answer === 'silent') return new Promise(() => {})
        if (scene.answer === 'held back') return new Promise((answer) => requests.push(answer))
        if (scene.answer === 'taken') return undefined
        return held ?? { epoch: scene.epoch }
      },
      releaseLease: async (lease) => void released.push(lease),
    },
    startSession: (lease, lost, outageSinceMs) => {
      const session = { lease, lost, outageSinceMs, ended: false, ends: Promise.resolve() }
      sessions.push(session)
      return {
        end: async () => {
          await session.ends
          session.ended = true
        },
      }
    },
  })
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
  }
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 1_000) {
      clock.advance(1_000)
      await settle()
    }
  }
  return { scene, kept, sessions, released, requests, told, pass, settle, clock }
}

describe('a maintained lease', () => {
  it('keeps one session for as long as it is renewed', async () => {
    const { kept, sessions, pass, settle } = createScene()
    await settle()
    assert.ok(kept.isHeld)
    await pass(60_000)
    assert.deepEqual(
      sessions.map(({ lease, ended }) => [lease.epoch, ended]),
      [[1, false]],
    )
    await kept.close()
  })

  it('ends the session at once when another process has the lease, and starts another later', async () => {
    const { scene, kept, sessions, pass, settle, told } = createScene()
    await settle()
    scene.answer = 'taken'
    await pass(5_000)
    assert.deepEqual([sessions[0]?.ended, kept.isHeld], [true, false])
    scene.answer = 'given'
    scene.epoch = 3
    await pass(5_000)
    assert.deepEqual(
      sessions.map(({ lease, ended }) => [lease.epoch, ended]),
      [
        [1, true],
        [3, false],
      ],
    )
    assert.deepEqual(told, [true, false, true])
    await kept.close()
  })

  it('ends when a write reports that it is lost', async () => {
    const { kept, sessions, settle, scene } = createScene()
    await settle()
    scene.answer = 'taken'
    sessions[0]?.lost()
    await settle()
    assert.deepEqual([sessions[0]?.ended, kept.isHeld], [true, false])
    await kept.close()
  })

  for (const answer of ['away', 'silent'] as const) {
    it(`is uncertain while the store is ${answer} for longer than its duration, and its session continues`, async () => {
      const { scene, kept, sessions, told, pass, settle } = createScene()
      await settle()
      scene.answer = answer
      await pass(7_000)
      assert.equal(kept.isHeld, true)
      await pass(20_000)
      assert.deepEqual([sessions[0]?.ended, kept.isHeld], [false, false])
      scene.answer = 'given'
      await pass(20_000)
      assert.ok(kept.isHeld)
      assert.deepEqual(
        sessions.map(({ lease, ended }) => [lease.epoch, ended]),
        [[1, false]],
      )
      assert.deepEqual(told, [true, false, true])
      await kept.close()
    })
  }

  it('ends its session when another process acquired it during an outage', async () => {
    const { scene, kept, sessions, pass, settle } = createScene()
    await settle()
    scene.answer = 'away'
    await pass(30_000)
    scene.answer = 'taken'
    await pass(5_000)
    assert.deepEqual([sessions[0]?.ended, kept.isHeld], [true, false])
    await kept.close()
  })

  it('is requested once at a time, so that a late answer cannot drop a newer lease', async () => {
    const { scene, kept, sessions, pass, settle, requests } = createScene()
    await settle()
    scene.answer = 'held back'
    await pass(14_000)
    assert.equal(requests.length, 1)
    scene.answer = 'given'
    requests.splice(0).forEach((answer) => answer({ epoch: 1 }))
    await pass(60_000)
    assert.equal(kept.isHeld, true)
    // A request that outlived the lease is abandoned, and its answer ignored.
    scene.answer = 'held back'
    await pass(25_000)
    scene.answer = 'given'
    await pass(20_000)
    assert.equal(kept.isHeld, true)
    requests.splice(0).forEach((answer) => answer(undefined))
    await settle()
    assert.equal(kept.isHeld, true)
    assert.deepEqual(
      sessions.map(({ lease, ended }) => [lease.epoch, ended]),
      [[1, false]],
    )
    await kept.close()
  })

  it('tells the session since when the store was unavailable', async () => {
    const { scene, kept, sessions, pass, settle, clock } = createScene()
    scene.answer = 'taken'
    await settle()
    await pass(10_000)
    const answeredMs = clock.nowMs()
    scene.answer = 'away'
    await pass(20_000)
    scene.answer = 'given'
    await pass(5_000)
    assert.deepEqual(
      sessions.map(({ outageSinceMs }) => outageSinceMs),
      [answeredMs],
    )
    await kept.close()
  })

  it('waits for the previous session, so that two never overlap', async () => {
    const { scene, kept, sessions, pass, settle } = createScene()
    await settle()
    const ended = Promise.withResolvers<void>()
    const [first] = sessions
    assert.ok(first !== undefined)
    first.ends = ended.promise
    first.lost()
    scene.epoch = 2
    await pass(10_000)
    assert.equal(sessions.length, 1)
    ended.resolve()
    await pass(5_000)
    assert.equal(sessions.length, 2)
    await kept.close()
  })

  it('is released on close, after the session, and leaves no timer', async () => {
    const { kept, sessions, released, settle, clock } = createScene()
    await settle()
    await kept.close()
    assert.deepEqual([sessions[0]?.ended, released], [true, [{ epoch: 1 }]])
    assert.equal(clock.pending, 0)
  })
})
