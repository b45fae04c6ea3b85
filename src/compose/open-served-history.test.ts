import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import { takeLease } from '../../test/contract/history-under-test.ts'
import type { HistoryQuestion } from '../contract/public/history-question.ts'
import type { PublicAnswer, PublicWanted } from '../contract/public/public-content.ts'
import { readConfig } from '../config.ts'
import { ENCODINGS } from '../domain/content-encoding.ts'
import { openHistory } from '../stores/embedded/open-history.ts'
import { dataPaths } from './data-paths.ts'
import { openServedHistory, type ServedHistory } from './open-served-history.ts'

const START = Date.UTC(2026, 10, 20)
const MINUTE = 60_000
const folder = temporaryFolder()
const board = { region: 'jp', kind: 'event', id: '1' } as const
const DECOMPRESS = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync }
const PLAIN: PublicWanted = { encoding: undefined, known: [] }

/** The questions of the table whose answers differ most in what they are made of. */
const questions = (wanted: PublicWanted) => {
  const common = { region: 'jp', wanted } as const
  const range = { startsAt: undefined, from: undefined, until: undefined }
  return [
    { ...common, operation: 'public.events.list', arguments: { before: undefined } },
    { ...common, operation: 'public.event.cutoffs', arguments: { eventId: '1' } },
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
  ] as const satisfies readonly HistoryQuestion[]
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
    const lease = await takeLease(store)
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
    const world = { clock, gameTime: undefined }
    here = await openServedHistory(config, { ...world, history: store })
    apart = await openServedHistory(config, world)
  })
  after(async () => {
    await apart.store.close()
    await here.store.close()
  })

  it('gives the same content from its thread as from this one, in every encoding', async () => {
    for (const encoding of [undefined, ...ENCODINGS]) {
      for (const question of questions({ encoding, known: [] })) {
        const [one, other] = [await apart.answer(question), await here.answer(question)]
        assert.deepEqual({ ...one, body: undefined }, { ...other, body: undefined })
        assert.ok(one.body !== undefined && other.body !== undefined)
        assert.deepEqual(plainOf(one), plainOf(other), question.operation)
      }
    }
  })

  it('compresses what is large, to the content that the tag names', async () => {
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

  it('hands over no body to who has it, and no memory of anything else with one', async () => {
    const [, , history] = questions(PLAIN)
    const { tag, body, fetchedAtMs } = await apart.answer(history)
    assert.equal(body?.buffer.byteLength, body?.byteLength)
    for (const known of [[tag], ['*'], ['x', tag]]) {
      const again = await apart.answer({ ...history, wanted: { encoding: 'gzip', known } })
      assert.deepEqual([again.tag, again.body, again.fetchedAtMs], [tag, undefined, fetchedAtMs])
    }
    const other = { ...history, wanted: { encoding: undefined, known: ['x'] } }
    assert.ok((await apart.answer(other)).body !== undefined)
  })

  it('refuses from its thread in the same words', async () => {
    const [, cutoffs] = questions(PLAIN)
    const unknown = { ...cutoffs, arguments: { eventId: '99' } }
    const refusals = await Promise.all(
      [apart, here].map(({ answer }) =>
        answer(unknown).then(
          () => assert.fail('It is not known.'),
          ({ name, code, message }: { name: string; code: string; message: string }) => ({
            name,
            code,
            message,
          }),
        ),
      ),
    )
    assert.equal(refusals[0]?.code, 'not_found')
    assert.deepEqual(refusals[0], refusals[1])
  })

  it('is unavailable where its file cannot be used', async () => {
    const broken = readConfig({ BACKLINE_DATA_DIR: `${folder}/broken` })
    const file = dataPaths(broken.dataDir).history
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(
      file,
      'This is no database, and long enough to be looked at as if it were one. '.repeat(20),
    )
    const { store, answer } = await openServedHistory(broken, { clock, gameTime: undefined })
    const [events] = questions(PLAIN)
    await assert.rejects(answer(events), { name: 'ServiceError', code: 'unavailable' })
    await store.close()
  })
})
