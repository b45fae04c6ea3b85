import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { openMessageParser } from '../../open-message-parser.ts'
import { systemClock } from '../../../platform/time/system-clock.ts'
import { NORMALIZE_ENVELOPE } from '../../normalize-message.ts'
import type { GatewayCall } from '../../../game/gateway.ts'
import { boundsOf } from '../../message-bounds.ts'
import { listsOf } from '../../message-lists.ts'
import { joinMessage, LARGE_BYTES, LARGE_VALUES, splitMessage } from './large-message.ts'
import { parseMessage } from './parse-message.ts'
import { readResponse } from './read-response.ts'

const { signal } = new AbortController()
const lists = listsOf('arena.ranking')
const arena = (start: number, end: number): GatewayCall => ({
  operation: 'arena.ranking',
  region: 'jp',
  arguments: { arenaSeasonId: '1', rankingStart: String(start), rankingEnd: String(end) },
})
const parser = openMessageParser(systemClock)
after(() => parser.close())

/** A complete row of an arena board, with unknown fields. */
function rowOf(rank: number) {
  const card = {
    cardId: '9007199254740993',
    cardRank: 4,
    exp: 123_456,
    awakeCount: 5,
    liveSkillLevel: 10,
  }
  const cards = Array.from({ length: 5 }, (_, slotIndex) => ({
    slotIndex,
    performanceOrderIndex: slotIndex,
    memberCard: { ...card, performanceSkillLevel: 10 },
    supportCard: { cardId: '9007199254740995', exp: 99_999, rank: 4 },
  }))
  const profile = {
    id: '9007199254740997',
    name: `名前${rank}`,
    level: 99,
    comment: 'よろしく'.repeat(5),
  }
  return {
    rank,
    point: 2_000_000 - rank,
    unknown: [rank],
    profile,
    deck: { id: 1, name: 'デッキ', totalPower: 1, cards },
  }
}

const bytesOf = (message: unknown) => Buffer.from(JSON.stringify(message))
const answerOf = (body: Uint8Array) => ({ status: 200, headers: {}, body })

describe('a large message', () => {
  it('of an arena window of 10,000 ranks is within the bounds, and equals the message parsed on one thread', async () => {
    const call = arena(1, 10_000)
    const message = {
      maxRank: 12_345,
      ranking: Array.from({ length: 10_000 }, (_, at) => rowOf(at + 1)),
    }
    const body = bytesOf(message)
    const { bytes, values } = boundsOf(call)
    assert.ok(body.length > 10_000_000 && body.length < bytes, `${body.length} bytes of ${bytes}`)
    const read = await readResponse(answerOf(body), {
      call,
      clock: systemClock,
      signal,
      splitInWorker: parser.split,
    })
    assert.deepEqual(read, parseMessage(body, values))
  })

  it('is reassembled unchanged, whatever its list contains', async () => {
    for (const message of [
      { ranking: [] },
      { ranking: null, odd: [1, 2] },
      { ranking: [1, null, 'x', [[]], { __proto__: 1 }], maxRank: '12345678901234567890' },
      {
        maxRank: 1,
        ranking: Array.from({ length: 1_000 }, (_, at) => ({ at, text: 'x'.repeat(200) })),
      },
      [1, 2, 3],
      'text',
      null,
    ]) {
      const body = bytesOf(message)
      const chunks = splitMessage({ bytes: body, valuesMax: 50_000, lists })
      assert.deepEqual(await joinMessage(chunks, signal), JSON.parse(body.toString()))
    }
    const long = Buffer.from('{"ranking":[{"point":9223372036854775807}]}')
    assert.deepEqual(
      await joinMessage(splitMessage({ bytes: long, valuesMax: 100, lists }), signal),
      { ranking: [{ point: '9223372036854775807' }] },
    )
  })

  it('is split into chunks of bounded size, or rejected', () => {
    const split = (text: string) =>
      splitMessage({ bytes: Buffer.from(text), valuesMax: 1_000_000, lists })
    const rows = Array.from({ length: 2_000 }, () => ({ name: 'x'.repeat(500) }))
    const { list } = split(JSON.stringify({ ranking: rows }))
    assert.ok(list !== undefined && list.chunks.length >= 15)
    assert.ok(list.chunks.every((chunk) => chunk.length < 70_000))
    const junk = 'x'.repeat(1_048_576)
    for (const text of [
      JSON.stringify({ junk, ranking: [] }),
      JSON.stringify({ ranking: [{ junk: 'x'.repeat(65_536) }], rest: 'x'.repeat(200_000) }),
      '{"ranking":[{"point":1e999}]}',
      '{"ranking":[',
    ]) {
      assert.throws(() => split(text), SyntaxError, text.slice(0, 30))
    }
  })

  it('is refused as the gateway’s fault when it is malformed, and as ours when it cannot be parsed now', async () => {
    const options = { call: arena(1, 10_000), clock: systemClock, signal }
    const malformed = answerOf(Buffer.from(`{"ranking":["${'x'.repeat(300_000)}"`))
    const refused = (splitInWorker: typeof parser.split, answer = malformed) =>
      readResponse(answer, { ...options, splitInWorker }).then(
        () => 'read',
        (error: { code?: string }) => error.code,
      )
    assert.equal(await refused(parser.split), 'upstream_error')
    const busy = () => Promise.reject(new Error('The queue is full.'))
    assert.equal(await refused(busy), 'unavailable')
    // Small messages are never sent to the parser.
    assert.equal(await refused(busy, answerOf(Buffer.from('{}'))), 'read')
  })

  it('is also one of many small values, with the same result as on the serving thread', async () => {
    const call = arena(1, 100)
    const { values: valuesMax } = boundsOf(call)
    /** A message that counts as this number of values. */
    const bodyOf = (values: number, ranking: unknown) => {
      const others = Array.isArray(ranking) ? 3 + Math.max(1, ranking.length) : 3
      return bytesOf({ odd: Array.from({ length: values - others }, () => 0), ranking })
    }
    const read = async (body: Uint8Array) => {
      let splits = 0
      const message = await readResponse(answerOf(body), {
        call,
        clock: systemClock,
        signal,
        splitInWorker: (large) => {
          splits += 1
          return parser.split(large)
        },
      })
      return { splits, message }
    }
    const long = 'x'.repeat(100_000)
    for (const ranking of [7, [], ['9223372036854775807', 9, null], [long], long]) {
      const most = bodyOf(LARGE_VALUES, ranking)
      assert.deepEqual(await read(most), { splits: 0, message: parseMessage(most, valuesMax) })
      const more = bodyOf(LARGE_VALUES + 1, ranking)
      assert.ok(more.length < LARGE_BYTES)
      assert.deepEqual(await read(more), { splits: 1, message: parseMessage(more, valuesMax) })
    }
  })

  it('stops when its call is aborted', async () => {
    const leaving = new AbortController()
    const chunks = splitMessage({ bytes: bytesOf({ ranking: [1] }), valuesMax: 10, lists })
    const joined = joinMessage(chunks, leaving.signal)
    leaving.abort(new Error('gone'))
    await assert.rejects(joined, /gone/)
  })
})

describe('the bounds of a message', () => {
  it('depend on its operation and on the requested window', () => {
    const MIB = 1_048_576
    const event = { operation: 'event.ranking', region: 'jp', arguments: {} } as const
    assert.deepEqual(boundsOf(event), { bytes: MIB, values: 50_000 })
    assert.equal(boundsOf({ ...event, operation: 'profile.card' }).bytes, 8 * MIB)
    assert.deepEqual(boundsOf(arena(5, 5)), { bytes: MIB + 2_048, values: 50_160 })
    assert.deepEqual(boundsOf(arena(9_001, 10_000)), boundsOf(arena(1, 1_000)))
    const values = 50_000 + 160 * 1_000
    assert.equal(boundsOf(arena(1, 1_000)).values, values)
    const row = JSON.stringify(
      NORMALIZE_ENVELOPE['arena.ArenaRankingResponse']({ ranking: [rowOf(1)] }),
    )
    assert.ok((row.match(/[,[{]/g) ?? []).length < 160 && row.length < 2_048)
  })
})
