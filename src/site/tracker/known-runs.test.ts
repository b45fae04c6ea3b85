import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KnownRun, RunQuery } from '../../history/history-store.ts'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { createKnownRuns } from './known-runs.ts'

const run = (startsAtMs: number): KnownRun => ({
  region: 'jp',
  id: '2004',
  name: undefined,
  startsAtMs,
  endsAtMs: startsAtMs + 1,
  number: 1,
  nextStartsAtMs: undefined,
})
const jp = (startsAtMs: number) => ({ region: 'jp', id: '2004', startsAtMs }) as const

/** Creates the check over a history that answers with `read`, and counts its reads. */
function createCheck(read: (query: RunQuery) => Promise<readonly KnownRun[]>) {
  const clock = createManualClock(0)
  const reads: RunQuery[] = []
  const isKnown = createKnownRuns(
    {
      runs: (query) => {
        reads.push(query)
        return read(query)
      },
    },
    clock,
  )
  return { clock, reads, isKnown }
}

describe('the known runs', () => {
  it('are read once for all that ask within a minute, and again for a run that is new', async () => {
    let runs = [run(5)]
    const { clock, reads, isKnown } = createCheck(() => Promise.resolve(runs))
    const asked = [jp(5), jp(6), { ...jp(5), id: '7' }, { ...jp(5), region: 'tw' as const }]
    const known = await Promise.all(asked.map(isKnown))
    // The stub returns the same runs for each region.
    assert.deepEqual(known, [true, false, false, true])
    assert.deepEqual(
      reads.map(({ region }) => region),
      ['jp', 'tw'],
    )
    runs = [run(6), run(5)]
    clock.advance(59_999)
    assert.equal(await isKnown(jp(6)), false)
    clock.advance(1)
    assert.equal(await isKnown(jp(5)), true)
    assert.equal(reads.length, 2)
    assert.equal(await isKnown(jp(6)), true)
    assert.equal(reads.length, 3)
  })

  it('are unknown while the history fails or does not answer, and read again afterwards', async () => {
    let answer: Promise<readonly KnownRun[]> = Promise.reject(new Error('away'))
    const { clock, isKnown } = createCheck(() => answer)
    assert.equal(await isKnown(jp(5)), false)
    const slow = Promise.withResolvers<readonly KnownRun[]>()
    answer = slow.promise
    const [first, second] = [isKnown(jp(5)), isKnown(jp(5))]
    clock.advance(500)
    assert.deepEqual(await Promise.all([first, second]), [false, false])
    slow.resolve([run(5)])
    assert.equal(await isKnown(jp(5)), true)
  })
})
