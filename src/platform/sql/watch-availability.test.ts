import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { watchAvailability } from './watch-availability.ts'

function open() {
  const clock = createManualClock(0)
  const changes: string[] = []
  const state = { answers: false, tries: 0 }
  const availability = watchAvailability({
    clock,
    probe: () => {
      state.tries += 1
      return state.answers ? Promise.resolve() : Promise.reject(new Error('away'))
    },
    onChange: (change) => changes.push(change),
  })
  const pass = async (ms: number) => {
    clock.advance(ms)
    await new Promise(setImmediate)
  }
  return { clock, changes, state, availability, pass }
}

describe('the availability of a store', () => {
  it('is reported once per change, from any source', () => {
    const { changes, availability } = open()
    for (const change of ['back', 'away', 'away', 'back', 'back', 'away'] as const) {
      availability.note(change)
    }
    assert.deepEqual(changes, ['away', 'back', 'away'])
    availability.close()
  })

  it('is probed without requests, until the store answers', async () => {
    const { clock, changes, state, availability, pass } = open()
    availability.note('away')
    for (let time = 0; time < 4; time += 1) await pass(250)
    assert.deepEqual([state.tries, changes], [4, ['away']])
    state.answers = true
    await pass(250)
    assert.deepEqual([state.tries, changes, clock.pending], [5, ['away', 'back'], 0])
  })

  it('is probed at once on a sign of recovery, one probe at a time', async () => {
    const { changes, state, availability, pass } = open()
    availability.probeNow()
    assert.equal(state.tries, 0, 'a store that is up is not probed')
    availability.note('away')
    availability.probeNow()
    availability.probeNow()
    await pass(0)
    assert.deepEqual([state.tries, changes], [1, ['away']])
    state.answers = true
    availability.probeNow()
    await pass(0)
    assert.deepEqual([state.tries, changes], [2, ['away', 'back']])
    availability.close()
  })

  it('is not probed after recovery was noticed elsewhere, nor when closed', async () => {
    const { clock, state, availability, pass } = open()
    availability.note('away')
    availability.note('back')
    await pass(1_000)
    availability.note('away')
    availability.close()
    await pass(1_000)
    // Releases that are still pending fail for a moment.
    availability.note('back')
    availability.note('away')
    await pass(1_000)
    assert.deepEqual([state.tries, clock.pending], [0, 0])
  })

  it('ignores the result of a probe of an earlier outage', async () => {
    const { changes, availability, pass, clock } = open()
    const slow = Promise.withResolvers<void>()
    const other = watchAvailability({
      clock,
      probe: () => slow.promise,
      onChange: (change) => changes.push(change),
    })
    other.note('away')
    await pass(250)
    other.note('back')
    other.note('away')
    slow.resolve()
    await pass(0)
    assert.deepEqual(changes, ['away', 'back', 'away'])
    other.close()
    availability.close()
  })
})
