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

it('reports when data was fetched, and how old it is', () => {
  assert.deepEqual(freshnessHeaders({ fetchedAtMs: 1_000_000, cache: hit }, 1_002_000), [
    'X-Fetched-At',
    '1000000',
    'Age',
    '2',
    'Cache-Status',
    'backline; hit; ttl=12',
  ])
})

it('repeats the fetch time under every alias', () => {
  const headers: string[] = []
  addFreshnessHeaders(headers, { fetchedAtMs: 2_000, cache: hit }, 1_000, ['X-A-At', 'X-B-At'])
  assert.deepEqual(headers.slice(-4), ['X-A-At', '1000', 'X-B-At', '1000'])
})

it('is never ahead of the clock', () => {
  const at = (nowMs: number) => freshnessHeaders({ fetchedAtMs: 1_000_000, cache: hit }, nowMs)[1]
  assert.equal(at(999_900), '999900')
  assert.equal(at(1_004_999), '1000000')
})

it('reports why the gateway was called', () => {
  const status = (cache: Fresh['cache']) => freshnessHeaders({ fetchedAtMs: 1, cache }, 1)[5]
  assert.equal(
    status({ result: 'miss', coalesced: false, keptMs: 15_000 }),
    'backline; fwd=miss; stored; ttl=15',
  )
  assert.equal(
    status({ result: 'stale', coalesced: true, keptMs: 15_000 }),
    'backline; fwd=stale; stored; ttl=15; collapsed',
  )
  assert.equal(status({ result: 'bypass', coalesced: false, keptMs: 0 }), 'backline; fwd=bypass')
})
