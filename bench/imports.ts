import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { findProgram } from '../scripts/cluster/find-program.ts'
import { startPostgres } from '../scripts/cluster/start-postgres.ts'
import { createSeededRandom } from '../src/platform/text/seeded-random.ts'
import { exportHistory } from '../src/history/exports/export-history.ts'
import type { HistoryStore } from '../src/history/history-store.ts'
import { openHistory } from '../src/history/store/open-history.ts'
import type { DatabaseConfig } from '../src/platform/sql/store-config.ts'
import { systemClock } from '../src/platform/time/system-clock.ts'
import { readSteadily, type SteadyTimes } from './harness/read-steadily.ts'
import {
  boardOf,
  CADENCE_MS,
  recordEvent,
  START_MS,
  type EventShape,
} from './history/record-event.ts'
import { formatTable, report } from './report.ts'

// Measures 200 reads a second alone and while `backline history import` adds a million points to
// the same database.
const READS_PER_S = 200
const ALONE_MS = 10_000
const SNAPSHOTS = 10_000
const RANKS = 100
const PROGRAM = join(import.meta.dirname, '../bin/backline.mjs')

const stored: EventShape = { id: '1', ranks: RANKS, snapshots: SNAPSHOTS, changing: 0.5 }
const imported: EventShape = { ...stored, id: '2' }

interface Result {
  readonly store: string
  readonly importMs: number
  readonly alone: SteadyTimes
  readonly beside: SteadyTimes
}

const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
chmodSync(folder, 0o711)
const results: Result[] = []
try {
  const files = join(folder, 'files')
  const source: DatabaseConfig = { dataDir: dataDirectory('source'), databaseUrl: undefined }
  await fill(source, imported)
  await exportHistory(source, files, () => {})
  results.push(
    await measure('SQLite', { dataDir: dataDirectory('data'), databaseUrl: undefined }, files),
  )
  if (findProgram('postgres') !== undefined && findProgram('initdb') !== undefined) {
    const server = await startPostgres({ folder: join(folder, 'postgres'), syncs: true })
    try {
      const config = { dataDir: dataDirectory('postgres-data'), databaseUrl: server.url }
      results.push(await measure('Postgres', config, files))
    } finally {
      await server.stop()
    }
  }
  report(format(), { results })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function dataDirectory(name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { mode: 0o700 })
  return path
}

/** Records an event of {@link SNAPSHOTS} times {@link RANKS} points. */
async function fill(config: DatabaseConfig, shape: EventShape): Promise<void> {
  const store = await openHistory(config, systemClock)
  try {
    const lease = await store.acquireLease('bench', 3_600_000)
    if (lease === undefined)
      throw new Error('The collector lease of an empty store was not granted.')
    await recordEvent(store, lease, shape)
    await store.releaseLease(lease)
  } finally {
    await store.close()
  }
}

async function measure(name: string, config: DatabaseConfig, files: string): Promise<Result> {
  console.error(`${name}: recording a million points …`)
  await fill(config, stored)
  const store = await openHistory(config, systemClock)
  try {
    const next = readsOf(store)
    const untilEnd = (milliseconds: number) =>
      new Promise<void>((resolve) => void setTimeout(resolve, milliseconds))
    await readSteadily(next, READS_PER_S, untilEnd(2_000))
    const alone = await readSteadily(next, READS_PER_S, untilEnd(ALONE_MS))
    console.error(`${name}: importing a million points …`)
    const startMs = performance.now()
    const beside = await readSteadily(next, READS_PER_S, importFiles(config, files))
    return { store: name, importMs: performance.now() - startMs, alone, beside }
  } finally {
    await store.close()
  }
}

/** Runs the command of an operator, in a process of its own. */
async function importFiles({ dataDir, databaseUrl }: DatabaseConfig, files: string): Promise<void> {
  const child = fork(PROGRAM, ['history', 'import', files], {
    stdio: ['ignore', 'ignore', 2, 'ipc'],
    env: {
      PATH: process.env['PATH'],
      BACKLINE_DATA_DIR: dataDir,
      ...(databaseUrl !== undefined && {
        BACKLINE_DATABASE_URL: databaseUrl,
        BACKLINE_KEY_PEPPER: 'ab'.repeat(32),
      }),
    },
  })
  const [status] = (await once(child, 'exit')) as [number | null]
  if (status !== 0) throw new Error(`The import exited with ${status}.`)
}

/** Returns a function that reads a snapshot, a thousand points of one rank, or a coarse series. */
function readsOf(store: HistoryStore): () => Promise<unknown> {
  const random = createSeededRandom(2, 'reads')
  const board = boardOf(stored)
  const at = (index: number) => START_MS + index * CADENCE_MS
  let count = 0
  return () => {
    const kind = (count += 1) % 3
    if (kind === 0) return store.snapshot(board, at(random.integer(0, SNAPSHOTS)))
    const isCoarse = kind === 1
    return store.series({
      board,
      ranks: [random.integer(1, RANKS)],
      fromMs: isCoarse ? START_MS : at(random.integer(0, SNAPSHOTS - 1_000)),
      untilMs: at(SNAPSHOTS),
      stepMs: isCoarse ? 3_600_000 : 0,
      snapshotsMax: 1_000,
    })
  }
}

function format(): string {
  return formatTable([
    [`${READS_PER_S} reads a second (ms)`, 'p50', 'p99', 'max', 'reads', 'failed'],
    ...results.flatMap(({ store, importMs, alone, beside }) => [
      row(`${store}: alone`, alone),
      row(`${store}: beside an import of ${(importMs / 1_000).toFixed(1)} s`, beside),
    ]),
  ])
}

function row(name: string, times: SteadyTimes): readonly string[] {
  const values = [times.p50Ms, times.p99Ms, times.maxMs].map((value) => value.toFixed(2))
  return [name, ...values, String(times.reads), String(times.failed)]
}
