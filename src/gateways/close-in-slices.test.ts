import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import { CLOSE_ENVELOPE } from '../contract/close-message.ts'
import type { Gateway, GatewayReply } from '../domain/gateway.ts'
import { ServiceError } from '../domain/service-error.ts'
import { SLICE_ELEMENTS } from './close-in-slices.ts'
import { closeGateway } from './close.ts'

const { signal: NEVER } = new AbortController()
const CALL = { operation: 'arena.ranking', region: 'jp', arguments: {} } as const
const CLOSE = CLOSE_ENVELOPE['arena.ArenaRankingResponse']

/** A message with what a closed one has not: unknown fields, numbers for texts, defaults. */
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
  const context = { signal, deadlineAtMs: 8_000, lane: 'keyed' } as const
  return closeGateway(gateway, { clock, observe: () => {} }).read(CALL, context)
}

test('a long list is closed as a short one is, whatever its length is to that of a slice', async () => {
  for (const slices of [1, 2, 3]) {
    for (const more of [-1, 0, 1]) {
      const message = messageOf(slices * SLICE_ELEMENTS + more)
      const reply = await closing(message)
      assert.deepEqual(reply, { message: CLOSE(message), fetchedAtMs: 5 })
    }
  }
})

test('a long list that the contract does not know is dropped, whatever is in it', async () => {
  const message = { secrets: Array.from({ length: 1_000 }, () => 'x'), maxRank: 7 }
  assert.deepEqual(await closing(message), { message: { maxRank: '7' }, fetchedAtMs: 5 })
})

/** Counts the turns of the event loop until `run` has ended. */
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

test('a list of ordinary length is closed at once, a longer one lets others have their turn', async () => {
  assert.equal(closing(messageOf(SLICE_ELEMENTS)) instanceof Promise, false)
  const turns = await countingTurns(async () => closing(messageOf(SLICE_ELEMENTS * 5)))
  assert.ok(turns >= 5, `${turns} turns`)
})

test('of many long messages at one time, no two are closed in one turn', async () => {
  const ends: number[] = []
  await countingTurns(async (turn) => {
    const reading = Array.from({ length: 4 }, async () => {
      await closing(messageOf(SLICE_ELEMENTS * 2))
      ends.push(turn())
    })
    await Promise.all(reading)
  })
  assert.equal(new Set(ends).size, 4)
})

test('what does not fit in any slice is an upstream error that names the field', async () => {
  const message = messageOf(SLICE_ELEMENTS * 2)
  message.ranking.push({ rank: 0.5 } as never)
  await assert.rejects(closing(message) as Promise<GatewayReply>, (error) => {
    assert.ok(error instanceof ServiceError)
    assert.equal(error.code, 'upstream_error')
    assert.match((error.cause as Error).message, /\.ranking\[\]\.rank/)
    return true
  })
})

test('it ends when the call is aborted', async () => {
  const controller = new AbortController()
  const reply = closing(messageOf(SLICE_ELEMENTS * 5), controller.signal) as Promise<GatewayReply>
  controller.abort(new Error('no longer wanted'))
  await assert.rejects(reply, /no longer wanted/)
})
