import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import type { CollectorLease } from '../../domain/history-store.ts'
import type { Observation } from '../../domain/observation.ts'
import { unavailable } from '../../domain/service-error.ts'
import { keepLease } from './keep-lease.ts'

/** A lease that a test gives, keeps back, or says nothing about. */
function createScene() {
  const clock = createManualClock(1_000_000)
  const observed: Observation[] = []
  const sessions: { lease: CollectorLease; lost: () => void; ended: boolean }[] = []
  const released: CollectorLease[] = []
  const scene = {
    answer: 'given' as 'given' | 'taken' | 'away' | 'silent',
    epoch: 1,
  }
  const kept = keepLease({
    clock,
    leaseMs: 15_000,
    holder: 'one',
    observe: (observation) => void observed.push(observation),
    store: {
      holdLease: async (_holder, _forMs, held) => {
        if (scene.answer === 'away') throw unavailable(new Error('It is away.'))
        if (scene.answer === 'silent') return new Promise(() => {})
        if (scene.answer === 'taken') return undefined
        return held ?? { epoch: scene.epoch }
      },
      releaseLease: async (lease) => void released.push(lease),
    },
    begin: (lease, lost) => {
      const session = { lease, lost, ended: false }
      sessions.push(session)
      return { end: async () => void (session.ended = true) }
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
  return { scene, kept, sessions, released, observed, pass, settle, clock }
}

describe('the lease', () => {
  it('is one session for as long as it is renewed', async () => {
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

  it('ends the session at once when somebody else has it, and begins another later', async () => {
    const { scene, kept, sessions, pass, settle, observed } = createScene()
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
    const told = observed.filter(({ type }) => type === 'collector.lease')
    assert.deepEqual(
      told.map((one) => 'held' in one && one.held),
      [true, false, true],
    )
    await kept.close()
  })

  it('ends when a write says that it is lost', async () => {
    const { kept, sessions, settle, scene } = createScene()
    await settle()
    scene.answer = 'taken'
    sessions[0]?.lost()
    await settle()
    assert.deepEqual([sessions[0]?.ended, kept.isHeld], [true, false])
    await kept.close()
  })

  for (const answer of ['away', 'silent'] as const) {
    it(`outlives a store that is ${answer} for less than its time, and not one that is so for longer`, async () => {
      const { scene, kept, sessions, pass, settle } = createScene()
      await settle()
      scene.answer = answer
      await pass(7_000)
      assert.equal(kept.isHeld, true)
      await pass(8_000)
      assert.deepEqual([sessions[0]?.ended, kept.isHeld], [true, false])
      scene.answer = 'given'
      await pass(10_000)
      assert.ok(kept.isHeld)
      await kept.close()
    })
  }

  it('is let go of at the end, behind the session, and leaves no timer', async () => {
    const { kept, sessions, released, settle, clock } = createScene()
    await settle()
    await kept.close()
    assert.deepEqual([sessions[0]?.ended, released], [true, [{ epoch: 1 }]])
    assert.equal(clock.pending, 0)
  })
})
