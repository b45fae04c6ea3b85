import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { findProgram } from '../scripts/cluster/find-program.ts'
import { startPostgres } from '../scripts/cluster/start-postgres.ts'
import type * as Encoder from '../src/history/api/encode-public-answer.ts'
import type * as Answers from '../src/history/api/handlers/answer-history-query.ts'
import type * as Handlers from '../src/history/api/handlers/public-handlers.ts'
import type { HistoryQuery } from '../src/history/api/history-query.ts'
import type { PublicAnswer } from '../src/history/api/public-content.ts'
import type { HistoryStore } from '../src/history/history-store.ts'
import type * as Postgres from '../src/history/store/open-postgres-history.ts'
import type * as Sqlite from '../src/history/store/open-sqlite-history.ts'
import type * as Compression from '../src/platform/http/content/compress.ts'
import { createSeededRandom } from '../src/platform/text/seeded-random.ts'
import { systemClock } from '../src/platform/time/system-clock.ts'
import { HOUR_MS } from '../src/platform/time/time-units.ts'
import { boardOf, CADENCE_MS, recordEvent, START_MS } from './history/record-event.ts'
import { formatTable, quantiles, report } from './report.ts'

// CPU time of a history page of up to 2,000 values in the thread that renders it, over a million
// points. With `--before FOLDER`, another checkout renders the same pages from the same data, one
// round each in turn, and all answers must be equal. `--store SQLite` measures one store only.
const { values } = parseArgs({
  options: {
    snapshots: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '9' },
    before: { type: 'string' },
    store: { type: 'string' },
  },
})
const SHAPE = { id: '1', ranks: 100, snapshots: Number(values.snapshots), changing: 0.5 }
const ROUNDS = Number(values.rounds)
/** Pages of each kind in a round. */
const PAGES = 60

/** Renders a page in this thread. */
type Render = (query: HistoryQuery) => Promise<PublicAnswer>

/** One measured row: microseconds of CPU time per page, one number per round. */
interface Measured {
  readonly store: string
  readonly kind: string
  readonly checkout: string
  readonly rounds: number[]
}

const CHECKOUTS: Readonly<Record<string, string>> = {
  ...(values.before !== undefined && { before: resolve(values.before) }),
  now: join(import.meta.dirname, '..'),
}
const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
chmodSync(folder, 0o711)
const measured: Measured[] = []
try {
  if (values.store !== 'Postgres') await measure('SQLite', join(folder, 'history.db'))
  const isWanted = values.store !== 'SQLite'
  if (isWanted && findProgram('postgres') !== undefined && findProgram('initdb') !== undefined) {
    const server = await startPostgres({ folder: join(folder, 'postgres'), syncs: false })
    try {
      await measure('Postgres', server.url)
    } finally {
      await server.stop()
    }
  }
  report(format(), measured)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(name: string, place: string): Promise<void> {
  const opened = await Promise.all(
    Object.entries(CHECKOUTS).map(async ([checkout, path]) => ({
      checkout,
      ...(await open(name, path, place)),
    })),
  )
  const [first] = opened
  if (first === undefined) return
  try {
    const lease = await first.store.acquireLease('bench', 24 * HOUR_MS)
    if (lease === undefined) throw new Error('The lease of an empty store was not granted.')
    console.error(`${name}: recording ${SHAPE.snapshots} snapshots …`)
    await recordEvent(first.store, lease, SHAPE)
    const [startsAtMs, endsAtMs] = [START_MS, START_MS + SHAPE.snapshots * CADENCE_MS]
    const { region, id } = boardOf(SHAPE)
    await first.store.putEvents([{ region, id, name: undefined, startsAtMs, endsAtMs }], lease)
    for (const [kind, next] of Object.entries(kindsOfPages())) {
      console.error(`${name}: ${kind} …`)
      const rows = opened.map(({ checkout }): Measured => ({
        store: name,
        kind,
        checkout,
        rounds: [],
      }))
      measured.push(...rows)
      // The first round only warms up.
      for (let round = 0; round <= ROUNDS; round += 1) {
        const queries = Array.from({ length: PAGES }, next)
        const tags: string[] = []
        for (const [at, { render }] of opened.entries()) {
          const { us, tag } = await time(render, queries)
          tags.push(tag)
          if (round > 0) rows[at]?.rounds.push(us / PAGES)
        }
        if (new Set(tags).size > 1) throw new Error(`${name}, ${kind}: the answers differ.`)
      }
    }
  } finally {
    for (const { store } of opened) await store.close()
  }
}

/** Opens a store by the sources of a checkout, and what renders pages from it. */
async function open(
  name: string,
  path: string,
  place: string,
): Promise<{ store: HistoryStore; render: Render }> {
  const load = async <Module>(file: string) =>
    (await import(pathToFileURL(join(path, 'src', file)).href)) as Module
  const { createPublicHandlers } = await load<typeof Handlers>(
    'history/api/handlers/public-handlers.ts',
  )
  const { createAnswerHistory } = await load<typeof Answers>(
    'history/api/handlers/answer-history-query.ts',
  )
  const { createPublicAnswerEncoder } = await load<typeof Encoder>(
    'history/api/encode-public-answer.ts',
  )
  const { compress, compressSync } = await load<typeof Compression>(
    'platform/http/content/compress.ts',
  )
  const store =
    name === 'SQLite'
      ? (await load<typeof Sqlite>('history/store/open-sqlite-history.ts')).openHistory(
          place,
          systemClock,
        )
      : (await load<typeof Postgres>('history/store/open-postgres-history.ts')).openPostgresHistory(
          place,
          systemClock,
        )
  const handlers = createPublicHandlers({
    store,
    clock: systemClock,
    speed: 1,
    hasPlayerPages: true,
  })
  const encode = createPublicAnswerEncoder(name === 'SQLite' ? compressSync : compress)
  return { store, render: createAnswerHistory(handlers, encode) }
}

/** Returns the CPU time of this thread for the pages, and all their tags. */
async function time(
  render: Render,
  queries: readonly HistoryQuery[],
): Promise<{ us: number; tag: string }> {
  const start = process.threadCpuUsage()
  const tags: string[] = []
  for (const query of queries) tags.push((await render(query)).tag)
  const { user, system } = process.threadCpuUsage(start)
  return { us: user + system, tag: tags.join() }
}

function kindsOfPages(): Readonly<Record<string, () => HistoryQuery>> {
  const random = createSeededRandom(7, 'pages')
  const board = boardOf(SHAPE)
  const page = (count: number, step: 'raw' | '15m') => () => {
    const first = random.integer(1, SHAPE.ranks - count + 1)
    const pageSnapshots = step === 'raw' ? 2_000 / count : 0
    const last = Math.max(0, SHAPE.snapshots - pageSnapshots)
    return {
      operation: 'public.event.history',
      region: board.region,
      arguments: {
        eventId: board.id,
        ranks: Array.from({ length: count }, (_, index) => first + index),
        step,
        from: START_MS + (step === 'raw' ? random.integer(0, last) * CADENCE_MS : 0),
        until: START_MS + SHAPE.snapshots * CADENCE_MS,
      },
      preferences: { known: [], encoding: 'gzip' },
    } as unknown as HistoryQuery
  }
  return {
    '1 rank': page(1, 'raw'),
    '10 ranks': page(10, 'raw'),
    '100 ranks': page(100, 'raw'),
    '10 ranks by 15 min': page(10, '15m'),
  }
}

function format(): string {
  return formatTable([
    ['CPU time of a page in its thread (ms)', 'checkout', 'median', 'least', 'most'],
    ...measured.map(({ store, kind, checkout, rounds }) => {
      const at = quantiles(rounds)
      return [
        `${store}: ${kind}`,
        checkout,
        ...[0.5, 0, 1].map((share) => (at(share) / 1_000).toFixed(2)),
      ]
    }),
  ])
}
