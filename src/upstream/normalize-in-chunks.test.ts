import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import { NORMALIZE_ENVELOPE } from './normalize-message.ts'
import type { Gateway, GatewayReply } from '../game/gateway.ts'
import { ServiceError } from '../platform/http/errors/service-error.ts'
import { CHUNK_ELEMENTS } from './normalize-in-chunks.ts'
import { normalizeGateway } from './normalizing-gateway.ts'

const { signal: NEVER } = new AbortController()
const CALL = { operation: 'arena.ranking', region: 'jp', arguments: {} } as const
const CLOSE = NORMALIZE_ENVELOPE['arena.ArenaRankingResponse']

/** A message that needs normalization: unknown fields, numbers for strings, defaults. */
function messageOf(rows: number) {
  const row = (_: unknown, at: number) => ({
    rank: at,
    point: 0,
    odd: 1,
    profile: { id: String(at), level: null },
  })
  return { maxRank: 7, odd: true, ranking: Array.from({ length: rows }, row) }
}

function closing(message: unknown, signal = NEVER) {
  const gateway: Gateway = { read: () => ({ message, fetchedAtMs: 5 }), close: () => {} }
  const clock = createManualClock(1_000)
  const context = { signal, deadlineAtMs: 8_000, priority: 'keyed' } as const
  return normalizeGateway(gateway, { clock, observe: () => {} }).read(CALL, context)
}

test('a list of any length is normalized in chunks as in one pass', async () => {
  for (const slices of [1, 2, 3]) {
    for (const more of [-1, 0, 1]) {
      const message = messageOf(slices * CHUNK_ELEMENTS + more)
      const reply = await closing(message)
      assert.deepEqual(reply, { message: CLOSE(message), fetchedAtMs: 5 })
    }
  }
})

test('a long list that the contract does not know is dropped, whatever it contains', async () => {
  const message = { secrets: Array.from({ length: 1_000 }, () => 'x'), maxRank: 7 }
  assert.deepEqual(await closing(message), { message: { maxRank: '7' }, fetchedAtMs: 5 })
})

test('the longest list that the contract knows is normalized in chunks, whatever lists precede it', async () => {
  const junk = Array.from({ length: 5_000 }, () => 'x')
  const message = { junk, ...messageOf(CHUNK_ELEMENTS * 4) }
  const turns = await countingTurns(async (turn) => {
    const before = turn()
    assert.deepEqual(await closing(message), { message: CLOSE(message), fetchedAtMs: 5 })
    assert.ok(turn() - before >= 4, 'others have had their turns')
  })
  assert.ok(turns >= 4)
})

/** Counts the turns of the event loop until `run` has settled. */
async function countingTurns(run: (turn: () => number) => Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  try {
    await run(() => turns)
  } finally {
    isOver = true
  }
  return turns
}

test('a short list is normalized synchronously, a long one yields to the event loop', async () => {
  assert.equal(closing(messageOf(CHUNK_ELEMENTS)) instanceof Promise, false)
  const turns = await countingTurns(async () => closing(messageOf(CHUNK_ELEMENTS * 5)))
  assert.ok(turns >= 5, `${turns} turns`)
})

test('of concurrent long messages, at most one chunk is normalized per turn', async () => {
  const ends: number[] = []
  await countingTurns(async (turn) => {
    const reading = Array.from({ length: 4 }, async () => {
      await closing(messageOf(CHUNK_ELEMENTS * 2))
      ends.push(turn())
    })
    await Promise.all(reading)
  })
  assert.equal(new Set(ends).size, 4)
})

test('a mismatch in any chunk is an upstream error that names the field', async () => {
  const message = messageOf(CHUNK_ELEMENTS * 2)
  message.ranking.push({ rank: 0.5 } as never)
  await assert.rejects(closing(message) as Promise<GatewayReply>, (error) => {
    assert.ok(error instanceof ServiceError)
    assert.equal(error.code, 'upstream_error')
    assert.match((error.cause as Error).message, /\.ranking\[\]\.rank/)
    return true
  })
})

test('normalization stops when the call is aborted', async () => {
  const controller = new AbortController()
  const reply = closing(messageOf(CHUNK_ELEMENTS * 5), controller.signal) as Promise<GatewayReply>
  controller.abort(new Error('no longer wanted'))
  await assert.rejects(reply, /no longer wanted/)
})
