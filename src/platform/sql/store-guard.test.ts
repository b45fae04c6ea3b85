import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { createStoreGuard, StoreUnavailable } from './store-guard.ts'

const fails = () => Promise.reject(new Error('refused'))
const answers = () => Promise.resolve('answer')

function open() {
  const clock = createManualClock(0)
  const changes: string[] = []
  const guard = createStoreGuard({
    clock,
    deadlineMs: 100,
    onChange: (state) => changes.push(state),
  })
  return { clock, changes, guard }
}

async function failThrice(guard: ReturnType<typeof open>['guard']) {
  for (let time = 0; time < 3; time += 1) await assert.rejects(guard.call(fails), /refused/)
}

describe('a guard', () => {
  it('returns the result of the store', async () => {
    const { guard } = open()
    assert.equal(await guard.call(answers), 'answer')
    await assert.rejects(guard.call(fails), /refused/)
  })

  it('waits for an answer until the deadline and leaves no timer behind', async () => {
    const { clock, guard } = open()
    const never = guard.call(() => new Promise(() => {}))
    clock.advance(99)
    assert.equal(clock.pending, 1)
    clock.advance(1)
    await assert.rejects(never, StoreUnavailable)
    await guard.call(answers)
    assert.equal(clock.pending, 0)
  })

  it('counts the failures of concurrent calls as one', async () => {
    const { guard, changes } = open()
    const together = Array.from({ length: 10 }, () => guard.call(fails))
    assert.ok((await Promise.allSettled(together)).every(({ status }) => status === 'rejected'))
    assert.equal(await guard.call(answers), 'answer')
    assert.deepEqual(changes, [])
  })

  it('opens after three consecutive failures, and reports it once', async () => {
    const { guard, changes } = open()
    await assert.rejects(guard.call(fails))
    await assert.rejects(guard.call(fails))
    await guard.call(answers)
    await failThrice(guard)
    let asked = false
    const ask = () => {
      asked = true
      return answers()
    }
    await assert.rejects(guard.call(ask), StoreUnavailable)
    assert.equal(asked, false)
    assert.equal(guard.isUnavailable, true)
    assert.deepEqual(changes, ['away'])
  })

  it('probes with one call at a time, and closes with the first answer', async () => {
    const { clock, guard, changes } = open()
    await failThrice(guard)
    clock.advance(250)
    const { promise, resolve } = Promise.withResolvers<string>()
    const trial = guard.call(() => promise)
    await assert.rejects(guard.call(answers), StoreUnavailable)
    resolve('back')
    assert.equal(await trial, 'back')
    assert.equal(await guard.call(answers), 'answer')
    assert.deepEqual(changes, ['away', 'back'])
  })

  it('waits again after a failed probe', async () => {
    const { clock, guard } = open()
    await failThrice(guard)
    clock.advance(250)
    await assert.rejects(guard.call(fails), /refused/)
    clock.advance(249)
    await assert.rejects(guard.call(answers), StoreUnavailable)
    clock.advance(1)
    assert.equal(await guard.call(answers), 'answer')
  })
})
