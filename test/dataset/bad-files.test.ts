import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { DATA_EXAMPLES } from '../../src/dataset/transfer/data-examples.ts'
import { importData } from '../../src/dataset/transfer/import-data.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { chunk, onePixel, PNG_SIGNATURE, write, writeLines } from './data-folder.ts'

const root = temporaryFolder()
const file = join(root, 'dataset.db')
const SECRET = 'aValueThatNobodyMayRead'
const { players: player, boards: board, 'music-rankings': song } = DATA_EXAMPLES
const line = (value: unknown) => `${JSON.stringify(value)}\n`
const good = line(player)
const other = { ...player, entry: { ...player.entry, id: '5', profileId: '21000000005' } }
const withEntry = (fields: object) => line({ ...other, entry: { ...other.entry, ...fields } })
const bytes = (...parts: (string | Uint8Array)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part)))

/** What is wrong, the file it is in, its content, and what has to be said. */
const BAD: readonly (readonly [
  what: string,
  name: string,
  content: string | Uint8Array,
  said: RegExp,
])[] = [
  ['a cut last line', 'players', withEntry({}) + good.slice(0, 40), /line 2: is truncated/],
  ['a whole last line without its end', 'players', good.trimEnd(), /line 1: is truncated/],
  ['what is not JSON', 'players', `${good}{"region":${SECRET}}\n`, /line 2: is not JSON$/],
  ['an empty line', 'players', `${good}\n${withEntry({})}`, /line 2: is empty/],
  ['a list', 'players', '[]\n', /line 1: must be object/],
  [
    'invalid UTF-8',
    'players',
    bytes('{"region":"tw', Buffer.of(0xff), '"}\n'),
    /line 1: is not UTF-8/,
  ],
  [
    'an unknown field',
    'players',
    good + line({ ...other, extra: SECRET }),
    /line 2, extra: is an unknown field/,
  ],
  [
    'an unknown field inside',
    'players',
    withEntry({ profileCard: { slots: SECRET } }),
    /line 1, entry\.profileCard\.slots: is an unknown field/,
  ],
  [
    'a field of another type',
    'players',
    withEntry({ rankExp: SECRET }),
    /line 1, entry\.rankExp: must be integer/,
  ],
  [
    'a number where an int64 is text',
    'players',
    withEntry({ lastUpdatedAt: 5 }),
    /line 1, entry\.lastUpdatedAt: must be string/,
  ],
  ['null', 'players', withEntry({ name: null }), /line 1, entry\.name: must be string/],
  [
    'a missing field',
    'players',
    line({ region: 'tw', entry: { id: '5' } }),
    /line 1, entry\.profileId: is missing/,
  ],
  [
    'an unsafe integer',
    'players',
    withEntry({}).replace('48200', '9007199254740993'),
    /line 1, entry\.rankExp: is not an integer/,
  ],
  [
    'an int64 out of range',
    'players',
    withEntry({ lastUpdatedAt: '9223372036854775808' }),
    /line 1, entry\.lastUpdatedAt/,
  ],
  [
    'an id out of range',
    'players',
    withEntry({ id: '9223372036854775808' }),
    /line 1, entry\.id: is not an int64/,
  ],
  [
    'an id with a zero in front',
    'players',
    withEntry({ id: '05' }),
    /line 1, entry\.id: must match/,
  ],
  [
    'an unknown region',
    'players',
    line({ ...other, region: 'JP' }),
    /line 1, region: must be one of tw, jp, en, kr/,
  ],
  [
    'a profile id of another region',
    'players',
    withEntry({ profileId: '31000000005' }),
    /line 1, entry\.profileId: is not a profile id of tw/,
  ],
  [
    'a profile id of another player',
    'players',
    withEntry({ profileId: '21000000001' }),
    /line 1, entry\.profileId: belongs to another player/,
  ],
  [
    'a brief of another player',
    'players',
    line({ ...other, brief: { playerId: '6' } }),
    /line 1, brief\.playerId: differs from/,
  ],
  [
    'the same key twice',
    'players',
    withEntry({}) + good + withEntry({ name: SECRET }),
    /line 3, entry\.id: is a duplicate of line 1/,
  ],
  [
    'a row twice',
    'music-rankings',
    line(song) + line(song),
    /line 2, entry\.playerData\.id: is a duplicate of line 1/,
  ],
  [
    'a better row behind',
    'music-rankings',
    line(song) + line({ ...song, entry: { score: 2399873 } }),
    /line 2, entry\.score: is higher/,
  ],
  [
    'a rank of 0',
    'event-rankings',
    line({ region: 'tw', eventId: '1', entry: { rank: 0 } }),
    /line 1, entry\.rank: must be >= 1/,
  ],
  [
    'a player of no circle',
    'circle-players',
    line({ region: 'tw', entry: { circleId: '404', playerId: '1' } }),
    /line 1, entry\.circleId: is not an existing circle/,
  ],
  ['half a period', 'boards', line({ ...board, endAt: undefined }), /line 1, endAt: is missing/],
  [
    'a period that ends before it starts',
    'boards',
    line({ ...board, endAt: '5' }),
    /line 1, endAt: is not after/,
  ],
  [
    'a repeat within the period',
    'boards',
    line({ ...board, repeatsMs: 5 }),
    /line 1, repeatsMs: is shorter/,
  ],
  [
    'a curve that goes back',
    'boards',
    line({
      ...board,
      curve: [
        [0, 0],
        [0.5, 0.6],
        [0.6, 0.5],
        [1, 1],
      ],
    }),
    /line 1, curve: must go from/,
  ],
  [
    'growth of a song',
    'boards',
    line({ ...board, kind: 'music' }),
    /line 1, startAt: is only valid for event boards/,
  ],
  [
    'a pick-up twice',
    'gachas',
    line({ region: 'tw', gachaId: '1', pickUps: ['3', '3'], entry: {} }),
    /line 1, pickUps: contains a duplicate prize/,
  ],
  [
    'a field with a very long name',
    'players',
    line({ ...other, ['x'.repeat(9_999)]: 1 }),
    /^.{1,260}is an unknown field$/,
  ],
]

const pixel = onePixel(9)
const BAD_CARDS: readonly (readonly [what: string, content: Uint8Array, said: RegExp])[] = [
  ['no signature', bytes('GIF89a', pixel), /has no signature/],
  ['nothing', bytes(), /has no signature/],
  ['a cut end', pixel.subarray(0, -3), /is truncated/],
  ['no end', pixel.subarray(0, -12), /is truncated/],
  ['a changed byte', pixel.with(45, pixel[45] === 1 ? 2 : 1), /wrong checksum/],
  ['no header', bytes(PNG_SIGNATURE, chunk('IEND', bytes())), /does not start with a header/],
  [
    'a width of 0',
    bytes(PNG_SIGNATURE, chunk('IHDR', Buffer.alloc(13)), pixel.subarray(33)),
    /an invalid header/,
  ],
  ['no image data', bytes(pixel.subarray(0, 33), chunk('IEND', bytes())), /no image data/],
  ['bytes behind the end', bytes(pixel, 'x'), /bytes after its end/],
]

before(async () => {
  const there = join(root, 'there')
  writeLines(there, { players: [player] })
  write(join(there, 'tw', player.entry.profileId, '1.png'), onePixel(1))
  assert.deepEqual(
    (await importData({ file, paths: [there] })).map(({ problem }) => problem),
    [undefined, undefined],
  )
})

async function problemOf(path: string): Promise<string> {
  const old = readFileSync(file)
  const [imported, ...more] = await importData({ file, paths: [path] })
  assert.deepEqual(more, [])
  assert.equal(imported?.rows, 0)
  assert.ok(readFileSync(file).equals(old), 'nothing is changed')
  const problem = imported.problem ?? ''
  assert.ok(problem.startsWith(path), problem)
  assert.ok(!problem.includes(SECRET), problem)
  return problem.slice(path.length)
}

describe('a bad file is refused by line and field, never by value, and changes nothing:', () => {
  for (const [at, [what, name, content, said]] of BAD.entries()) {
    it(what, async () => {
      const path = join(root, String(at), `${name}.ndjson`)
      write(path, content)
      assert.match(await problemOf(path), said)
    })
  }
  for (const [what, content, said] of BAD_CARDS) {
    it(`a card with ${what}`, async () => {
      const path = join(root, 'cards', 'tw', player.entry.profileId, '1.png')
      write(path, content)
      assert.match(await problemOf(path), said)
    })
  }
  it('a card of nobody', async () => {
    const path = join(root, 'cards', 'tw', '29999999999', '1.png')
    write(path, pixel)
    assert.match(await problemOf(path), /has an unknown profile id/)
  })
})

describe('an import', () => {
  it('takes nothing when a name is unknown or missing, or a card is not one of its region', async () => {
    const [unknown, card] = [
      join(root, 'x', 'playres.ndjson'),
      join(root, 'x', 'en', '21000000001', '1.png'),
    ]
    write(unknown, good)
    write(card, pixel)
    const missing = join(root, 'missing')
    const old = readFileSync(file)
    for (const path of [unknown, card, missing]) {
      await assert.rejects(
        importData({ file, paths: [path, root] }),
        ({ message }: Error) => message.includes(path) && message.endsWith('Nothing was changed.'),
      )
    }
    assert.ok(readFileSync(file).equals(old))
  })

  it('keeps the good files beside a bad one', async () => {
    const folder = join(root, 'mixed')
    const target = join(root, 'mixed.db')
    writeLines(folder, { players: [player], 'deck-trends': [{ region: 'xx' }] })
    const files = await importData({ file: target, paths: [folder] })
    assert.deepEqual(
      files.map(({ rows, problem }) => [rows, problem === undefined]),
      [
        [1, true],
        [0, false],
      ],
    )
  })
})
