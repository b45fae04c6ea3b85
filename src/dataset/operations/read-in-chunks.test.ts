import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { ServiceError } from '../../platform/http/errors/service-error.ts'
import { createEmbeddedGateway, type EmbeddedGateway } from '../embedded-gateway.ts'
import { writeDataset } from '../write-dataset.ts'
import { readInChunks, CHUNK_ROWS } from './read-in-chunks.ts'

const root = mkdtempSync(join(tmpdir(), 'backline-slices-'))
after(() => rmSync(root, { recursive: true }))

const ROWS = CHUNK_ROWS * 4
const SIZES = { boardRows: CHUNK_ROWS * 2, searchResults: 50, announcements: 200 }

/**
 * Writes a board with ties of `tie` rows, each with its own deck; the points identify the dataset.
 */
async function put(file: string, { tie, point }: { tie: number; point: number }): Promise<void> {
  await writeDataset(file, (writer) => {
    const rows = Array.from({ length: ROWS }, (_, at) => {
      const deckKey = writer.addDeck({ id: at + 1 })
      return { rank: at - (at % tie) + 1, point, accountId: String(at + 1), deckKey }
    })
    writer.addBoard('jp', { kind: 'arena', subjectId: '1', rows })
    writer.addBoard('jp', { kind: 'music', subjectId: '1', rows })
  })
}

/** Opens a gateway whose check for a new file is triggered manually. */
function open(file: string) {
  let look = () => {}
  const { promise: changed, resolve } = Promise.withResolvers<void>()
  const afterward = (_: number, callback: () => void) => ((look = callback), () => {})
  const clock = { nowMs: () => 0, monotonicMs: () => 0, after: afterward }
  const gateway = createEmbeddedGateway({ file, clock, gameNowMs: () => 0, sizes: SIZES })
  gateway.onChange(resolve)
  return { gateway, look: () => look(), changed }
}

type Entry = {
  readonly rank: number
  readonly point: number
  readonly deck: { readonly id: number }
}

async function window(gateway: EmbeddedGateway, first: number, last: number, signal?: AbortSignal) {
  const ranks = { rankingStart: String(first), rankingEnd: String(last) }
  const args = { arenaSeasonId: '1', bandId: '0', ...ranks }
  const call = { operation: 'arena.ranking', region: 'jp', arguments: args } as const
  const context = signal && ({ signal, deadlineAtMs: Infinity, priority: 'keyed' } as const)
  const { message } = await gateway.read(call, context)
  return message as { readonly maxRank: string; readonly ranking: readonly Entry[] }
}

test('a long list has every row once and in order, for any number of chunks and tied rows', () => {
  const lengths = fc.integer({ min: 0, max: ROWS })
  const rows = fc.tuple(
    lengths,
    fc.integer({ min: 1, max: ROWS }),
    fc.integer({ min: 1, max: 300 }),
  )
  return fc.assert(
    fc.asyncProperty(rows, async ([length, limit, tie]) => {
      const board = Array.from({ length }, (_, at) => ({
        rank: at - (at % tie) + 1,
        place: at + 1,
      }))
      const read = await readInChunks({
        rowsAfter: (position, most) => {
          const behind = board.filter(({ place }) => place > (position?.place ?? 0))
          return behind.slice(0, most)
        },
        toEntry: ({ place }) => place,
        limit,
      })
      assert.deepEqual(
        read,
        board.slice(0, limit).map(({ place }) => place),
      )
    }),
    { numRuns: 200 },
  )
})

for (const tie of [1, 3, ROWS]) {
  test(`a window over ties of ${tie} is complete, with exact bounds`, async () => {
    const file = join(root, `tie-${tie}.db`)
    await put(file, { tie, point: 9 })
    const { gateway } = open(file)
    for (const [first, last] of [
      [1, ROWS],
      [2, ROWS - 1],
      [CHUNK_ROWS, CHUNK_ROWS * 3],
    ] as const) {
      const { ranking } = await window(gateway, first, last)
      const ranks = Array.from({ length: ROWS }, (_, at) => [at - (at % tie) + 1, at + 1] as const)
      assert.deepEqual(
        ranking.map(({ rank, deck }) => [rank, deck.id]),
        ranks.filter(([rank]) => rank >= first && rank <= last),
      )
    }
    gateway.close()
  })
}

test('a board of a song read in chunks has the maximum number of rows', async () => {
  const file = join(root, 'song.db')
  await put(file, { tie: 1, point: 9 })
  const { gateway } = open(file)
  const call = { operation: 'music.ranking', region: 'jp', arguments: { musicId: '1' } } as const
  const { message } = await gateway.read(call)
  assert.equal((message as { players: unknown[] }).players.length, SIZES.boardRows)
  gateway.close()
})

test('a read continues on a dataset that is replaced or closed meanwhile', async () => {
  const file = join(root, 'replaced.db')
  await put(file, { tie: 1, point: 1 })
  const { gateway, look, changed } = open(file)
  await put(file, { tie: 1, point: 2 })
  const begun = window(gateway, 1, ROWS)
  look()
  await changed
  const next = window(gateway, 1, ROWS)
  gateway.close()
  assert.deepEqual([...new Set((await begun).ranking.map(({ point }) => point))], [1])
  assert.deepEqual([...new Set((await next).ranking.map(({ point }) => point))], [2])
  await assert.rejects(window(gateway, 1, 1), ServiceError)
})

test('a long read can be aborted', async () => {
  const file = join(root, 'aborted.db')
  await put(file, { tie: 1, point: 1 })
  const { gateway } = open(file)
  const controller = new AbortController()
  const reading = window(gateway, 1, ROWS, controller.signal)
  controller.abort()
  await assert.rejects(reading, ServiceError)
  gateway.close()
})
