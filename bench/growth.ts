import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findProgram } from '../scripts/cluster/find-program.ts'
import { BACKLINE } from '../scripts/cluster/run-program.ts'
import { startPostgres } from '../scripts/cluster/start-postgres.ts'
import { PUBLIC_PREFIX } from '../src/history/api/public-prefix.ts'
import { createSeededRandom } from '../src/platform/text/seeded-random.ts'
import { createDemoDataset } from '../src/demo/demo-dataset.ts'
import { REGIONS, type Region } from '../src/game/region.ts'
import type { CollectorLease, HistoryStore } from '../src/history/history-store.ts'
import { openHistory } from '../src/history/store/open-history.ts'
import { dataPaths } from '../src/platform/files/data-paths.ts'
import type { DatabaseConfig } from '../src/platform/sql/store-config.ts'
import { systemClock } from '../src/platform/time/system-clock.ts'
import { HOUR_MS } from '../src/platform/time/time-units.ts'
import { postgresBytes } from './history/open-stores.ts'
import { descendantCpuUs } from './harness/descendant-cpu.ts'
import { readSteadily, type SteadyTimes } from './harness/read-steadily.ts'
import { CADENCE_MS, snapshotsOf, START_MS } from './history/record-event.ts'
import { benchSettings } from './harness/prepare-data.ts'
import { formatTable, quantiles, report } from './report.ts'
import { startServing, type ServingProcess } from './start/serving-process.ts'

// Fills a store with a month of history (four regions, three events each, 100 ranks a minute), as a
// collector writes it. Measures the writes of each part, the disk space, every kind of read of the
// public interface, and reads while downsampling deletes history.
// `--store SQLite` measures one store only, `--only history,` only the kinds of reads whose names
// start with that.
const { values } = parseArgs({
  options: {
    snapshots: { type: 'string', default: '10000' },
    store: { type: 'string' },
    only: { type: 'string' },
  },
})
const EVENTS = ['1', '2', '3']
const RANKS = 100
/** Snapshots of each event. */
const SNAPSHOTS = Number(values.snapshots)
/** Parts whose write times are compared. */
const PARTS = 10
const READS_PER_S = 50
const KIND_MS = 6_000
const WARM_UP_MS = 3_000
const ALONE_MS = 15_000
/** The pause of a collector between two parts of downsampling, and how long it is measured. */
const DOWNSAMPLE_PAUSE_MS = 1_000
const DOWNSAMPLE_MS = 60_000

/** The times of reads, and the CPU time of the server and its database per read. */
interface KindTimes extends SteadyTimes {
  /** Milliseconds; 0 without `/proc`. */
  readonly cpuMs: number
}

/** The results of one store. */
interface Result {
  readonly store: string
  readonly points: number
  readonly bytesPerPoint: number
  /** Milliseconds of a write of one minute of all regions, median and p99, in each part. */
  readonly writes: readonly { readonly p50Ms: number; readonly p99Ms: number }[]
  readonly kinds: Readonly<Record<string, KindTimes>>
  /** All kinds in turn, alone and beside downsampling; absent with `--only`. */
  readonly mixed: { readonly alone: KindTimes; readonly beside: KindTimes } | undefined
}

const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
chmodSync(folder, 0o711)
const results: Result[] = []
try {
  if (values.store !== 'Postgres') {
    const sqlite = { dataDir: dataDirectory('sqlite'), databaseUrl: undefined }
    results.push(
      await measure('SQLite', sqlite, async () => statSync(dataPaths(sqlite.dataDir).history).size),
    )
  }
  const isWanted = values.store !== 'SQLite'
  if (isWanted && findProgram('postgres') !== undefined && findProgram('initdb') !== undefined) {
    const server = await startPostgres({ folder: join(folder, 'server'), syncs: true })
    try {
      const config = { dataDir: dataDirectory('postgres'), databaseUrl: server.url }
      results.push(await measure('Postgres', config, () => postgresBytes(server.url)))
    } finally {
      await server.stop()
    }
  }
  report(format(), results)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function dataDirectory(name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { mode: 0o700 })
  return path
}

async function measure(
  name: string,
  config: DatabaseConfig,
  bytes: () => Promise<number>,
): Promise<Result> {
  const store = await openHistory(config, systemClock)
  const lease = await store.acquireLease('bench', 24 * HOUR_MS)
  if (lease === undefined) throw new Error('The collector lease of an empty store was not granted.')
  const writes = await fill(name, store, lease)
  const points = REGIONS.length * EVENTS.length * SNAPSHOTS * RANKS
  const bytesPerPoint = (await bytes()) / points
  const kinds: Record<string, KindTimes> = {}
  const served = await serve(config)
  try {
    for (const [kind, next] of Object.entries(kindsOfReads())) {
      if (!kind.startsWith(values.only ?? '')) continue
      console.error(`${name}: reading ${kind} …`)
      const read = readOf(served.origin, next)
      await readSteadily(read, READS_PER_S, sleep(WARM_UP_MS / 2))
      kinds[kind] = await timeReads(read, sleep(KIND_MS))
    }
    const result = { store: name, points, bytesPerPoint, writes, kinds }
    if (values.only !== undefined) return { ...result, mixed: undefined }
    const all = Object.values(kindsOfReads())
    let count = 0
    const read = readOf(served.origin, () => (all[(count += 1) % all.length] ?? (() => ''))())
    await readSteadily(read, READS_PER_S, sleep(WARM_UP_MS))
    const alone = await timeReads(read, sleep(ALONE_MS))
    console.error(`${name}: downsampling …`)
    const beside = await timeReads(read, downsample(store, lease))
    return { ...result, mixed: { alone, beside } }
  } finally {
    await served.end()
    await store.close()
  }
}

/**
 * Reads at the steady rate until `end`. The server and the database are children of this process.
 */
async function timeReads(read: () => Promise<unknown>, end: Promise<void>): Promise<KindTimes> {
  const startUs = descendantCpuUs(process.pid)
  const times = await readSteadily(read, READS_PER_S, end)
  return { ...times, cpuMs: (descendantCpuUs(process.pid) - startUs) / 1_000 / times.reads }
}

/** Records all events; a write is one minute of all regions, as the collector writes it. */
async function fill(
  name: string,
  store: HistoryStore,
  lease: CollectorLease,
): Promise<Result['writes']> {
  const [perPart, times] = [(EVENTS.length * SNAPSHOTS) / PARTS, [] as number[]]
  for (const [nth, id] of EVENTS.entries()) {
    const snapshots = REGIONS.map((region) =>
      snapshotsOf({ id, ranks: RANKS, snapshots: SNAPSHOTS, changing: 0.5 }, region),
    )
    for (let minute = 0; minute < SNAPSHOTS; minute += 1) {
      if (minute % 1_000 === 0) console.error(`${name}: event ${nth + 1}, minute ${minute} …`)
      const polled = snapshots.map((each) => {
        const { value } = each.next()
        if (value === undefined) throw new Error('Too few snapshots.')
        return { snapshot: { ...value, fetchedAtMs: timeOf(nth, minute) } }
      })
      const startMs = performance.now()
      await store.record(polled, [], lease)
      times.push(performance.now() - startMs)
    }
    const [startsAtMs, endsAtMs] = [timeOf(nth, 0), timeOf(nth, SNAPSHOTS)]
    await store.putEvents(
      REGIONS.map((region) => ({ region, id, name: undefined, startsAtMs, endsAtMs })),
      lease,
    )
  }
  return Array.from({ length: PARTS }, (_, part) => {
    const at = quantiles(times.slice(part * perPart, (part + 1) * perPart))
    return { p50Ms: at(0.5), p99Ms: at(0.99) }
  })
}

/** The time of a minute of the nth event, in Unix milliseconds. */
function timeOf(nth: number, minute: number): number {
  return START_MS + (nth * SNAPSHOTS + minute) * CADENCE_MS
}

/** Starts a node without a collector; it needs a dataset, which no read of the history uses. */
async function serve(config: DatabaseConfig): Promise<ServingProcess> {
  await createDemoDataset({ file: dataPaths(config.dataDir).dataset, seed: 1 })
  return startServing([BACKLINE, 'serve'], {
    ...process.env,
    ...benchSettings(config.dataDir, {
      BACKLINE_DATA_DIR: config.dataDir,
      BACKLINE_COLLECT: 'off',
      BACKLINE_PUBLIC_MINUTE: '1000000',
      BACKLINE_PUBLIC_CONCURRENCY: '1000',
      ...(config.databaseUrl !== undefined && {
        BACKLINE_DATABASE_URL: config.databaseUrl,
        BACKLINE_KEY_PEPPER: 'ab'.repeat(32),
      }),
    }),
  })
}

/** Returns the paths of each kind of read of the public interface, no two alike where possible. */
function kindsOfReads(): Readonly<Record<string, () => string>> {
  const random = createSeededRandom(6, 'growth')
  const board = () => {
    const nth = random.integer(0, EVENTS.length - 1)
    const region = REGIONS[random.integer(0, REGIONS.length - 1)] as Region
    const at = () => timeOf(nth, random.integer(0, SNAPSHOTS - 1))
    return { path: `${PUBLIC_PREFIX}${region}/events/${EVENTS[nth]}`, at }
  }
  const ranks = (count: number) => {
    const first = random.integer(1, RANKS - count + 1)
    return Array.from({ length: count }, (_, index) => `ranks=${first + index}`).join('&')
  }
  return {
    cutoffs: () => `${board().path}/cutoffs`,
    'cutoffs at a time': () => {
      const { path, at } = board()
      return `${path}/cutoffs/at/${at()}`
    },
    'history, 1 rank': () => {
      const { path, at } = board()
      return `${path}/history?${ranks(1)}&from=${at()}`
    },
    'history, 100 ranks': () => {
      const { path, at } = board()
      return `${path}/history?${ranks(100)}&from=${at()}`
    },
    'history, 10 ranks by 15 min': () => `${board().path}/history?${ranks(10)}&step=15m`,
    'history, 10 ranks by 1 h': () => `${board().path}/history?${ranks(10)}&step=1h`,
    speed: () => {
      const { path, at } = board()
      return `${path}/speed?${ranks(100)}&window=1h&at=${at()}`
    },
    comparison: () => `${board().path}/comparison?${ranks(10)}&step=1h`,
    events: () => `${PUBLIC_PREFIX}${REGIONS[random.integer(0, 3)]}/events`,
    watches: () => `${PUBLIC_PREFIX}${REGIONS[random.integer(0, 3)]}/watches`,
  }
}

/** Reads a path and rejects unless the answer is 200. */
function readOf(origin: string, next: () => string): () => Promise<unknown> {
  return async () => {
    const path = next()
    const response = await fetch(origin + path)
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`)
  }
}

/** Downsamples the history to one snapshot an hour for a minute, part by part, as a collector. */
async function downsample(store: HistoryStore, lease: CollectorLease): Promise<void> {
  const retention = { rawMs: 0, stepMs: HOUR_MS, keptMs: 0, playersMs: 0, liveMs: HOUR_MS }
  const endMs = performance.now() + DOWNSAMPLE_MS
  while (performance.now() < endMs) {
    const hasMore = await store.downsample(retention, timeOf(EVENTS.length, 0), lease)
    if (!hasMore) break
    await sleep(DOWNSAMPLE_PAUSE_MS)
  }
}

function format(): string {
  const ms = (value: number) => value.toFixed(2)
  const times = (name: string, one: KindTimes) => [
    name,
    ...[one.p50Ms, one.p99Ms, one.maxMs, one.cpuMs].map(ms),
    String(one.reads),
    String(one.failed),
  ]
  return results
    .map((result) => {
      const { store, points, bytesPerPoint, writes, kinds, mixed } = result
      return [
        `${store}: ${points.toLocaleString('en')} points, ${bytesPerPoint.toFixed(1)} bytes each`,
        formatTable([
          ['write of one minute (ms)', 'p50', 'p99'],
          ...writes.map(({ p50Ms, p99Ms }, part) => [`tenth ${part + 1}`, ms(p50Ms), ms(p99Ms)]),
        ]),
        formatTable([
          [`${READS_PER_S} reads a second (ms)`, 'p50', 'p99', 'max', 'CPU', 'reads', 'failed'],
          ...Object.entries(kinds).map(([kind, one]) => times(kind, one)),
          ...(mixed === undefined
            ? []
            : [
                times('all kinds', mixed.alone),
                times('all kinds, beside downsampling', mixed.beside),
              ]),
        ]),
      ].join('\n\n')
    })
    .join('\n\n')
}
