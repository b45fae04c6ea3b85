import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import {
  RANDOM_DAY,
  randomDays,
  sourceOf,
  type RandomDay,
} from '../../../test/harness/random-days.ts'
import { packDay } from '../exports/pack-day.ts'
import { writeDay } from '../exports/write-day.ts'
import { parseDayFile, type ExpectedDay } from './parse-day-file.ts'
import { unpackLines } from './unpack-lines.ts'

const { region, dayMs } = RANDOM_DAY

async function linesOf(day: RandomDay): Promise<string[]> {
  const text = (await Array.fromAsync(writeDay(sourceOf(day), region, dayMs))).join('')
  return text.split('\n').slice(0, -1)
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}

async function read(lines: AsyncIterable<string>, expected: ExpectedDay = RANDOM_DAY) {
  const events = []
  const boards = []
  for await (const part of parseDayFile(lines, expected)) {
    if ('events' in part) events.push(...part.events)
    else {
      const { board, gaps, snapshots } = part.boardDay
      boards.push({ board, gaps, snapshots: [...snapshots] })
    }
  }
  return { events, boards }
}

const byId = (one: { id: string }, other: { id: string }) =>
  one.id.length - other.id.length || (one.id < other.id ? -1 : 1)

/** Sorts events and boards as in a file. */
function sorted({ events, boards }: RandomDay): RandomDay {
  return {
    events: events.toSorted((one, other) => one.startsAtMs - other.startsAtMs || byId(one, other)),
    boards: boards.toSorted(({ board: one }, { board: other }) =>
      one.kind === other.kind ? byId(one, other) : one.kind < other.kind ? -1 : 1,
    ),
  }
}

describe('an export file', () => {
  it('round-trips everything that was collected', async () => {
    await fc.assert(
      fc.asyncProperty(randomDays, async (day) => {
        const { content } = await packDay(sourceOf(day), region, dayMs)
        assert.deepEqual(await read(unpackLines(each([content]))), sorted(day))
      }),
      { numRuns: 40 },
    )
  })

  it('has the same bytes and name for the same history', async () => {
    await fc.assert(
      fc.asyncProperty(randomDays, async (day) => {
        const other = { events: day.events.toReversed(), boards: day.boards.toReversed() }
        const [one, two] = [day, other].map((each_) => packDay(sourceOf(each_), region, dayMs))
        assert.deepEqual((await one)?.file, (await two)?.file)
      }),
      { numRuns: 20 },
    )
  })

  it('is rejected when any line is missing or repeated', async () => {
    await fc.assert(
      fc.asyncProperty(randomDays, fc.nat(), async (day, seed) => {
        const lines = await linesOf(day)
        const at = seed % lines.length
        const line = lines[at] ?? ''
        const missing = lines.toSpliced(at, 1)
        const doubled = lines.toSpliced(at, 0, line)
        for (const wrong of [missing, doubled]) {
          await assert.rejects(read(each(wrong)), { name: 'ExportProblem' })
        }
      }),
      { numRuns: 40 },
    )
  })

  const board = '{"board":{"kind":"event","id":"7"}}'
  const header = '{"backline":"history","version":1,"region":"jp","day":"2026-11-20"}'
  const at = (ms: number, rest = '"ranks":[1],"rows":[[1,5]]') => `{"at":${dayMs + ms},${rest}}`
  const end = (boards: number, gaps: number, snapshots: number) =>
    `{"end":{"events":0,"boards":${boards},"gaps":${gaps},"snapshots":${snapshots}}}`
  const gap = (from: number, until: number) =>
    `{"gap":{"from":${dayMs + from},"until":${dayMs + until},"reason":"timeout","failures":1}}`

  it('is accepted as these tests write it', async () => {
    const lines = [header, board, gap(1, 3), at(1), at(3, '"gone":[1]'), end(1, 1, 2)]
    const { boards } = await read(each(lines))
    assert.deepEqual(
      boards[0]?.snapshots.map(({ rows }) => rows.length),
      [1, 0],
    )
  })

  const wrong: Readonly<Record<string, readonly string[]>> = {
    'without lines': [],
    'without an end': [header, board, at(1)],
    'with a line after its end': [header, end(0, 0, 0), end(0, 0, 0)],
    'of another version': [header.replace('"version":1', '"version":2'), end(0, 0, 0)],
    'of another region': [header.replace('jp', 'tw'), end(0, 0, 0)],
    'of another day': [header.replace('-20', '-21'), end(0, 0, 0)],
    'of a day that does not exist': [header.replace('-20', '-31'), end(0, 0, 0)],
    'that is not JSON': [header, '{"at":', end(0, 0, 0)],
    'with an unknown line': [header, '{"surprise":1}', end(0, 0, 0)],
    'with an unknown field': [header, board, at(1, '"ranks":[1],"more":1'), end(1, 0, 1)],
    'with wrong counts in its end': [header, board, at(1), end(1, 0, 2)],
    'with a snapshot before any board': [header, at(1), end(0, 0, 1)],
    'with an empty board': [header, board, end(1, 0, 0)],
    'with a repeated board': [header, board, at(1), board, at(2), end(2, 0, 2)],
    'with two snapshots at one time': [header, board, at(1), at(1), end(1, 0, 2)],
    'with a time of another day': [header, board, at(86_400_000), end(1, 0, 1)],
    'with a time before its day': [header, board, at(-1), end(1, 0, 1)],
    'with a snapshot in a gap': [header, board, gap(1, 3), at(2), end(1, 1, 1)],
    'with a gap after a snapshot': [header, board, at(1), gap(1, 3), end(1, 1, 1)],
    'with a gap that ends before it starts': [header, board, gap(3, 1), end(1, 1, 0)],
    'with a row of a rank that was not polled': [
      header,
      board,
      at(1, '"ranks":[2],"rows":[[1,5]]'),
      end(1, 0, 1),
    ],
    'with an event board without ranks': [header, board, at(1, '"rows":[[1,5]]'), end(1, 0, 1)],
    'with ranks of a song board': [header, board.replace('event', 'music'), at(1), end(1, 0, 1)],
    'with the removal of a missing row': [header, board, at(1), at(2, '"gone":[2]'), end(1, 0, 2)],
    'with rows out of order': [
      header,
      board,
      at(1, '"ranks":[1,2],"rows":[[2,5],[1,6]]'),
      end(1, 0, 1),
    ],
    'with fractional points': [header, board, at(1, '"ranks":[1],"rows":[[1,0.5]]'), end(1, 0, 1)],
    'with a board id outside the 64-bit range': [
      header,
      board.replace('"7"', '"9223372036854775808"'),
      at(1),
      end(1, 0, 1),
    ],
    'with an event id outside the 64-bit range': [
      header,
      `{"event":{"id":"9223372036854775808","startsAt":1,"endsAt":2}}`,
      end(0, 0, 0).replace('"events":0', '"events":1'),
    ],
    'with more than 200 runs of one day': [
      header,
      ...Array.from(
        { length: 201 },
        (_, nth) => `{"event":{"id":"${nth}","startsAt":${dayMs},"endsAt":${dayMs + 1}}}`,
      ),
      end(0, 0, 0).replace('"events":0', '"events":201'),
    ],
    'with more than 10,000 runs': [
      header,
      ...Array.from(
        { length: 10_001 },
        (_, nth) => `{"event":{"id":"${nth}","startsAt":1,"endsAt":2}}`,
      ),
      end(0, 0, 0).replace('"events":0', '"events":10001'),
    ],
    'with a name that is too long': [
      header,
      `{"event":{"id":"1","name":"${'x'.repeat(257)}","startsAt":1,"endsAt":2}}`,
      end(0, 0, 0).replace('"events":0', '"events":1'),
    ],
    'with a name that changes the text direction': [
      header,
      '{"event":{"id":"1","name":"\\u202ex","startsAt":1,"endsAt":2}}',
      end(0, 0, 0).replace('"events":0', '"events":1'),
    ],
    'with an id that is not a number': [
      header,
      board.replace('"7"', '"../7"'),
      at(1),
      end(1, 0, 1),
    ],
  }
  for (const [what, lines] of Object.entries(wrong)) {
    it(`is rejected ${what}`, async () => {
      await assert.rejects(read(each(lines)), { name: 'ExportProblem' })
    })
  }
})

describe('unpackLines', () => {
  const packed = gzipSync('one\ntwo\n')
  const unpack = (pieces: readonly Uint8Array[], bounds?: Parameters<typeof unpackLines>[1]) =>
    Array.fromAsync(unpackLines(each(pieces), bounds))

  it('yields the same lines for any split of the bytes', async () => {
    const bytes = [...packed].map((byte) => Uint8Array.of(byte))
    assert.deepEqual(await unpack(bytes), ['one', 'two'])
  })

  it('rejects a file truncated at any byte', async () => {
    for (let length = 0; length < packed.length; length += 1) {
      await assert.rejects(unpack([packed.subarray(0, length)]), { name: 'ExportProblem' })
    }
  })

  it('rejects non-gzip, non-UTF-8, and a last line without a line feed', async () => {
    for (const bytes of [Buffer.from('one\n'), gzipSync(Buffer.of(0xff, 0x0a)), gzipSync('one')]) {
      await assert.rejects(unpack([bytes]), { name: 'ExportProblem' })
    }
  })

  it('stops at its bounds, also for a decompression bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, '\n'))
    assert.ok(bomb.length < 60_000)
    const bounds = { bytesMax: 100_000, lineBytesMax: 1_000 }
    await assert.rejects(unpack([bomb], bounds), /unpacks to more than 100000 bytes/)
    const line = gzipSync(Buffer.alloc(50_000_000, 'x'))
    await assert.rejects(unpack([line]), /a line of more than/)
  })

  it('restores exactly the packed bytes', async () => {
    const day: RandomDay = { events: [], boards: [] }
    const { content, file } = await packDay(sourceOf(day), region, dayMs)
    assert.equal(file.bytes, content.length)
    assert.equal(String(gunzipSync(content)), `${(await linesOf(day)).join('\n')}\n`)
  })
})
