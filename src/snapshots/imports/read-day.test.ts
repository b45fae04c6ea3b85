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
import { readDay, type ExpectedDay } from './read-day.ts'
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
  for await (const part of readDay(lines, expected)) {
    if ('events' in part) events.push(...part.events)
    else {
      const { board, gaps, snapshots } = part.collected
      boards.push({ board, gaps, snapshots: [...snapshots] })
    }
  }
  return { events, boards }
}

const byId = (one: { id: string }, other: { id: string }) =>
  one.id.length - other.id.length || (one.id < other.id ? -1 : 1)

/** In the order of a file. */
function sorted({ events, boards }: RandomDay): RandomDay {
  return {
    events: events.toSorted((one, other) => one.startsAtMs - other.startsAtMs || byId(one, other)),
    boards: boards.toSorted(({ board: one }, { board: other }) =>
      one.kind === other.kind ? byId(one, other) : one.kind < other.kind ? -1 : 1,
    ),
  }
}

describe('the file of a day', () => {
  it('says all that was collected, and the reader understands it', async () => {
    await fc.assert(
      fc.asyncProperty(randomDays, async (day) => {
        const { content } = await packDay(sourceOf(day), region, dayMs)
        assert.deepEqual(await read(unpackLines(each([content]))), sorted(day))
      }),
      { numRuns: 40 },
    )
  })

  it('has the same bytes and the same name for the same history', async () => {
    await fc.assert(
      fc.asyncProperty(randomDays, async (day) => {
        const other = { events: day.events.toReversed(), boards: day.boards.toReversed() }
        const [one, two] = [day, other].map((each_) => packDay(sourceOf(each_), region, dayMs))
        assert.deepEqual((await one)?.file, (await two)?.file)
      }),
      { numRuns: 20 },
    )
  })

  it('is refused when any line of it is missing, doubled or moved', async () => {
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

  it('is good as these tests write it', async () => {
    const lines = [header, board, gap(1, 3), at(1), at(3, '"gone":[1]'), end(1, 1, 2)]
    const { boards } = await read(each(lines))
    assert.deepEqual(
      boards[0]?.snapshots.map(({ rows }) => rows.length),
      [1, 0],
    )
  })

  const wrong: Readonly<Record<string, readonly string[]>> = {
    'of nothing': [],
    'without an end': [header, board, at(1)],
    'with something behind its end': [header, end(0, 0, 0), end(0, 0, 0)],
    'of another version': [header.replace('"version":1', '"version":2'), end(0, 0, 0)],
    'of another region': [header.replace('jp', 'tw'), end(0, 0, 0)],
    'of another day': [header.replace('-20', '-21'), end(0, 0, 0)],
    'of a day that never was': [header.replace('-20', '-31'), end(0, 0, 0)],
    'that is not JSON': [header, '{"at":', end(0, 0, 0)],
    'with a line of nobody': [header, '{"surprise":1}', end(0, 0, 0)],
    'with a field of nobody': [header, board, at(1, '"ranks":[1],"more":1'), end(1, 0, 1)],
    'with an end that counts wrong': [header, board, at(1), end(1, 0, 2)],
    'with a snapshot of no board': [header, at(1), end(0, 0, 1)],
    'with a board of nothing': [header, board, end(1, 0, 0)],
    'with a board twice': [header, board, at(1), board, at(2), end(2, 0, 2)],
    'with time that stands still': [header, board, at(1), at(1), end(1, 0, 2)],
    'with a time of another day': [header, board, at(86_400_000), end(1, 0, 1)],
    'with a time before its day': [header, board, at(-1), end(1, 0, 1)],
    'with a snapshot in a gap': [header, board, gap(1, 3), at(2), end(1, 1, 1)],
    'with a gap behind a snapshot': [header, board, at(1), gap(1, 3), end(1, 1, 1)],
    'with a gap that ends before it begins': [header, board, gap(3, 1), end(1, 1, 0)],
    'with a row that was not asked for': [
      header,
      board,
      at(1, '"ranks":[2],"rows":[[1,5]]'),
      end(1, 0, 1),
    ],
    'with an event board that names no ranks': [
      header,
      board,
      at(1, '"rows":[[1,5]]'),
      end(1, 0, 1),
    ],
    'with ranks of a board that is read whole': [
      header,
      board.replace('event', 'music'),
      at(1),
      end(1, 0, 1),
    ],
    'with a row that goes and was not there': [
      header,
      board,
      at(1),
      at(2, '"gone":[2]'),
      end(1, 0, 2),
    ],
    'with rows out of order': [
      header,
      board,
      at(1, '"ranks":[1,2],"rows":[[2,5],[1,6]]'),
      end(1, 0, 1),
    ],
    'with points that are no whole number': [
      header,
      board,
      at(1, '"ranks":[1],"rows":[[1,0.5]]'),
      end(1, 0, 1),
    ],
    'with a board of an id that nothing can have': [
      header,
      board.replace('"7"', '"9223372036854775808"'),
      at(1),
      end(1, 0, 1),
    ],
    'with an event of such an id': [
      header,
      `{"event":{"id":"9223372036854775808","startsAt":1,"endsAt":2}}`,
      end(0, 0, 0).replace('"events":0', '"events":1'),
    ],
    'with an id that is no number': [header, board.replace('"7"', '"../7"'), at(1), end(1, 0, 1)],
  }
  for (const [what, lines] of Object.entries(wrong)) {
    it(`is refused ${what}`, async () => {
      await assert.rejects(read(each(lines)), { name: 'ExportProblem' })
    })
  }
})

describe('unpacking', () => {
  const packed = gzipSync('one\ntwo\n')
  const unpack = (pieces: readonly Uint8Array[], bounds?: Parameters<typeof unpackLines>[1]) =>
    Array.fromAsync(unpackLines(each(pieces), bounds))

  it('gives the same lines however the bytes come', async () => {
    const bytes = [...packed].map((byte) => Uint8Array.of(byte))
    assert.deepEqual(await unpack(bytes), ['one', 'two'])
  })

  it('refuses a file that was cut at any byte', async () => {
    for (let length = 0; length < packed.length; length += 1) {
      await assert.rejects(unpack([packed.subarray(0, length)]), { name: 'ExportProblem' })
    }
  })

  it('refuses what is no gzip, no text, or has no end of line', async () => {
    for (const bytes of [Buffer.from('one\n'), gzipSync(Buffer.of(0xff, 0x0a)), gzipSync('one')]) {
      await assert.rejects(unpack([bytes]), { name: 'ExportProblem' })
    }
  })

  it('ends at its bounds, however little a bomb weighs', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, '\n'))
    assert.ok(bomb.length < 60_000)
    const bounds = { bytesMax: 100_000, lineBytesMax: 1_000 }
    await assert.rejects(unpack([bomb], bounds), /unpacks to more than 100000 bytes/)
    const line = gzipSync(Buffer.alloc(50_000_000, 'x'))
    await assert.rejects(unpack([line]), /a line of more than/)
  })

  it('reads back what packing wrote, to the byte', async () => {
    const day: RandomDay = { events: [], boards: [] }
    const { content, file } = await packDay(sourceOf(day), region, dayMs)
    assert.equal(file.bytes, content.length)
    assert.equal(String(gunzipSync(content)), `${(await linesOf(day)).join('\n')}\n`)
  })
})
