import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { acquireLease } from '../../../test/contract/history-under-test.ts'
import type { HistoryQuery } from '../../history/api/history-query.ts'
import type { PublicAnswer, PublicPreferences } from '../../history/api/public-content.ts'
import { readConfig } from '../config/read-config.ts'
import { ENCODINGS } from '../../platform/http/content/content-encoding.ts'
import type { ServiceError } from '../../platform/http/errors/service-error.ts'
import { openHistory } from '../../history/store/open-sqlite-history.ts'
import { dataPaths } from '../../platform/files/data-paths.ts'
import { openServedHistory, type ServedHistory } from './open-served-history.ts'

const START = Date.UTC(2026, 10, 20)
const MINUTE = 60_000
const folder = temporaryFolder()
const board = { region: 'jp', kind: 'event', id: '1' } as const
const DECOMPRESS = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync }
const PLAIN: PublicPreferences = { encoding: undefined, known: [] }

/** One request for each kind of answer. */
const questions = (preferences: PublicPreferences) => {
  const common = { region: 'jp', preferences } as const
  const range = { startsAt: undefined, from: undefined, until: undefined }
  return [
    { ...common, operation: 'public.events.list', arguments: { before: undefined } },
    {
      ...common,
      operation: 'public.event.cutoffs',
      arguments: { eventId: '1', startsAt: undefined },
    },
    {
      ...common,
      operation: 'public.event.history',
      arguments: { eventId: '1', ranks: [1, 2], step: 'raw', ...range },
    },
    {
      ...common,
      operation: 'public.event.speed',
      arguments: { eventId: '1', ranks: [1], window: '1h', at: undefined },
    },
    { ...common, operation: 'public.watches', arguments: {} },
  ] as const satisfies readonly HistoryQuery[]
}

const plainOf = ({ body = new Uint8Array(), encoding }: PublicAnswer) =>
  Buffer.from(encoding === undefined ? body : DECOMPRESS[encoding](body)).toString()

describe('the history of a serving process', () => {
  const config = readConfig({ BACKLINE_DATA_DIR: folder })
  const clock = createManualClock(START + 90 * MINUTE)
  const path = dataPaths(config.dataDir).history
  let apart: ServedHistory
  let here: ServedHistory

  before(async () => {
    mkdirSync(dirname(path), { recursive: true })
    const store = openHistory(path, clock)
    const lease = await acquireLease(store)
    await store.putWatch({
      board,
      ranks: [1, 2],
      cadenceMs: MINUTE,
      fromMs: undefined,
      untilMs: undefined,
      paused: false,
      origin: 'operator',
    })
    await store.putEvents(
      [{ region: 'jp', id: '1', name: '星', startsAtMs: START, endsAtMs: START + 1e8 }],
      lease,
    )
    const rounds = Array.from({ length: 90 }, (_, minute) => ({
      snapshot: {
        board,
        fetchedAtMs: START + minute * MINUTE,
        ranks: [1, 2],
        rows: [{ rank: 1, points: 7 * minute, holders: [{ id: '11', name: '一' }] }],
      },
    }))
    await store.record(rounds, [], lease)
    const platform = { clock, gameTime: undefined, observe: () => {} }
    here = await openServedHistory(config, { ...platform, history: store })
    apart = await openServedHistory(config, platform)
  })
  after(async () => {
    await apart.store.close()
    await here.store.close()
  })

  it('returns the same content from its thread as from this one, in every encoding', async () => {
    for (const encoding of [undefined, ...ENCODINGS]) {
      for (const question of questions({ encoding, known: [] })) {
        const [one, other] = [await apart.answer(question), await here.answer(question)]
        assert.deepEqual({ ...one, body: undefined }, { ...other, body: undefined })
        assert.ok(one.body !== undefined && other.body !== undefined)
        assert.deepEqual(plainOf(one), plainOf(other), question.operation)
      }
    }
  })

  it('compresses large answers; the entity tag matches the decompressed content', async () => {
    const [, , plainHistory] = questions(PLAIN)
    const { body: plain = new Uint8Array(), tag } = await apart.answer(plainHistory)
    assert.ok(plain.byteLength > 1_024)
    assert.equal(createHash('sha256').update(plain).digest('base64url').slice(0, 22), tag)
    for (const encoding of ENCODINGS) {
      const [, , history] = questions({ encoding, known: [] })
      const answer = await apart.answer(history)
      assert.deepEqual([answer.encoding, answer.tag], [encoding, tag])
      assert.ok(answer.body !== undefined && answer.body.byteLength < plain.byteLength)
      assert.ok(DECOMPRESS[encoding](answer.body).equals(Buffer.from(plain)))
    }
    const [events] = questions({ encoding: 'gzip', known: [] })
    assert.equal((await apart.answer(events)).encoding, undefined)
  })

  it('transfers no body for a matching entity tag, and only its own bytes with a body', async () => {
    const [, , history] = questions(PLAIN)
    const { tag, body, fetchedAtMs } = await apart.answer(history)
    assert.equal(body?.buffer.byteLength, body?.byteLength)
    for (const known of [[tag], ['*'], ['x', tag]]) {
      const again = await apart.answer({ ...history, preferences: { encoding: 'gzip', known } })
      assert.deepEqual([again.tag, again.body, again.fetchedAtMs], [tag, undefined, fetchedAtMs])
    }
    const other = { ...history, preferences: { encoding: undefined, known: ['x'] } }
    assert.ok((await apart.answer(other)).body !== undefined)
  })

  it('rejects from its thread with the same error', async () => {
    const [, cutoffs, , speed] = questions(PLAIN)
    const unknown = { ...cutoffs, arguments: { eventId: '99', startsAt: undefined } }
    const unwatched = { ...speed, arguments: { ...speed.arguments, ranks: [77] } }
    const rejections = await Promise.all(
      [unknown, unwatched].flatMap((question) =>
        [apart, here].map(({ answer }) =>
          answer(question).then(
            () => assert.fail('The request must be rejected.'),
            ({ name, code, message, watched }: ServiceError) => ({ name, code, message, watched }),
          ),
        ),
      ),
    )
    assert.deepEqual(
      rejections.map(({ code }) => code),
      ['not_found', 'not_found', 'not_watched', 'not_watched'],
    )
    assert.deepEqual(rejections[0], rejections[1])
    assert.deepEqual(rejections[2], rejections[3])
    assert.deepEqual(rejections[2]?.watched[0]?.ranks, [1, 2])
  })

  it('is unavailable if its file is not a database', async () => {
    const broken = readConfig({ BACKLINE_DATA_DIR: `${folder}/broken` })
    const file = dataPaths(broken.dataDir).history
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(
      file,
      'This is not a database, but it is long enough to be read like one. '.repeat(20),
    )
    const { store, answer } = await openServedHistory(broken, {
      clock,
      gameTime: undefined,
      observe: () => {},
    })
    const [events] = questions(PLAIN)
    await assert.rejects(answer(events), { name: 'ServiceError', code: 'unavailable' })
    await store.close()
  })
})
