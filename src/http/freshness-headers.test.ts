import assert from 'node:assert/strict'
import { it } from 'node:test'
import { addFreshnessHeaders } from './freshness-headers.ts'

type Fresh = Parameters<typeof addFreshnessHeaders>[1]

function freshnessHeaders(answer: Fresh, nowMs: number): readonly string[] {
  const headers: string[] = []
  addFreshnessHeaders(headers, answer, nowMs)
  return headers
}

const hit = { result: 'hit', leftMs: 12_900 } as const

it('says when data was fetched, and how old it is', () => {
  assert.deepEqual(
    freshnessHeaders({ fetchedAtMs: 1_000_000, ageMs: 1_999.5, cache: hit }, 1_002_000),
    ['X-Fetched-At', '1000000', 'Age', '2', 'Cache-Status', 'backline; hit; ttl=12'],
  )
})

it('says the same fetch time for as long as an answer is given, after the wall clock has stepped back', () => {
  const at = (nowMs: number, ageMs: number) =>
    freshnessHeaders({ fetchedAtMs: 1_000_000, ageMs, cache: hit }, nowMs).slice(0, 4)
  // Fetched 100 s ago, and 121 s of wall time were taken back.
  assert.deepEqual(at(979_000, 100_000), ['X-Fetched-At', '879000', 'Age', '100'])
  assert.deepEqual(at(989_000, 110_000), ['X-Fetched-At', '879000', 'Age', '110'])
})

it('is never ahead of the clock, and does not move with its jitter', () => {
  const at = (nowMs: number, ageMs: number) =>
    freshnessHeaders({ fetchedAtMs: 1_000_000, ageMs, cache: hit }, nowMs)[1]
  assert.equal(at(999_900, 0), '999900')
  assert.equal(at(1_004_999, 5_000.9), '1000000')
})

it('says why the gateway was asked', () => {
  const status = (cache: Fresh['cache']) =>
    freshnessHeaders({ fetchedAtMs: 1, ageMs: 0, cache }, 1)[5]
  assert.equal(
    status({ result: 'miss', joined: false, keptMs: 15_000 }),
    'backline; fwd=miss; stored; ttl=15',
  )
  assert.equal(
    status({ result: 'stale', joined: true, keptMs: 15_000 }),
    'backline; fwd=stale; stored; ttl=15; collapsed',
  )
  assert.equal(status({ result: 'bypass', joined: false, keptMs: 0 }), 'backline; fwd=bypass')
})
