import assert from 'node:assert/strict'
import { it } from 'node:test'
import { OPERATIONS } from '../game/operations.ts'
import { DEFAULT_LIFETIMES, readLifetimes, type Lifetimes } from './cache-lifetimes.ts'

const read = (text: string) => readLifetimes(text) as Lifetimes

it('has a lifetime for every operation', () => {
  const lifetimes = read(DEFAULT_LIFETIMES)
  assert.deepEqual(Object.keys(lifetimes), Object.keys(OPERATIONS))
  assert.ok(Object.values(lifetimes).every((ms) => ms > 0))
  assert.equal(lifetimes['event.ranking'], 15_000)
  assert.equal(lifetimes['profile.card'], 300_000)
})

it('accepts one lifetime for all operations', () => {
  assert.ok(Object.values(read('250')).every((ms) => ms === 250))
  assert.ok(Object.values(read('0')).every((ms) => ms === 0))
})

it('prefers an operation to its scope in any order, and leaves the rest at the default', () => {
  const lifetimes = read('event.ranking=1, rankings=2')
  assert.deepEqual(
    [lifetimes['event.ranking'], lifetimes['music.ranking'], lifetimes['profile.get']],
    [1, 2, 30_000],
  )
})

for (const text of ['', 'rankings', 'rankings=', 'rankings=-1', 'rankings=1s', '86400001', '1,2']) {
  it(`rejects ${JSON.stringify(text)}`, () => {
    assert.match(readLifetimes(text) as string, /must be milliseconds/)
  })
}

it('rejects an unknown name, and lists the known ones', () => {
  assert.match(readLifetimes('boards=1') as string, /announcements, rankings, decks/)
  assert.match(readLifetimes('toString=1') as string, /neither a scope/)
})
