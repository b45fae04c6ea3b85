import { mkdtempSync, chmodSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { CollectorLease, HistoryStore } from '../src/domain/history-store.ts'
import { createSeededRandom } from '../src/gateways/embedded/demo/seeded-random.ts'
import { openStores } from './history/open-stores.ts'
import {
  boardOf,
  CADENCE_MS,
  recordEvent,
  snapshotsOf,
  START_MS,
  type EventShape,
} from './history/record-event.ts'
import { timeCalls, type CallTimes } from './history/time-calls.ts'
import { formatTable, report } from './report.ts'

// What a point of the history takes on the disk, how long ranges over a million of them take in bounded replies, and
// what they cost the thread that asks. A point is what one rank showed in one snapshot, changed or not.
const { values } = parseArgs({ options: { snapshots: { type: 'string', default: '10000' } } })
const BUDGET_MS = 5_000
const READS = 400
const WRITES = 200

const LARGE: EventShape = {
  id: '1',
  ranks: 100,
  snapshots: Number(values.snapshots),
  changing: 0.5,
}
/** By day nearly all ranks move from one minute to the next; at night few do. */
const OTHERS: readonly EventShape[] = [
  { id: '2', ranks: 100, snapshots: 1_000, changing: 1 },
  { id: '3', ranks: 100, snapshots: 1_000, changing: 0.05 },
]

const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
chmodSync(folder, 0o711)
const sizes: { store: string; changing: number; perSnapshot: number; perMillion: number }[] = []
const timings: ({ store: string; what: string } & CallTimes)[] = []
const stores = await openStores(folder)
try {
  for (const { name, store, bytes } of stores) {
    const lease = await store.holdLease('bench', 3_600_000)
    if (lease === undefined) throw new Error('An empty store has no holder.')
    for (const shape of [...OTHERS, LARGE]) {
      console.error(`${name}: ${shape.snapshots} snapshots of ${shape.ranks} ranks …`)
      const before = await bytes()
      await recordEvent(store, lease, shape)
      const added = (await bytes()) - before
      sizes.push({
        store: name,
        changing: shape.changing,
        perSnapshot: added / shape.snapshots,
        perMillion: (added / (shape.snapshots * shape.ranks)) * 1_000_000,
      })
    }
    for (const [what, calls] of Object.entries(callsOn(store, lease))) {
      timings.push({ store: name, what, ...(await timeCalls(calls, BUDGET_MS)) })
    }
  }
  report(`${formatSizes()}\n\n${formatTimings()}`, { sizes, timings })
} finally {
  for (const { close } of stores) await close()
  rmSync(folder, { recursive: true, force: true })
}

function callsOn(
  store: HistoryStore,
  lease: CollectorLease,
): Readonly<Record<string, Iterable<() => Promise<unknown>>>> {
  const random = createSeededRandom(2, 'reads')
  const board = boardOf(LARGE)
  const at = (index: number) => START_MS + index * CADENCE_MS
  const somewhere = () => random.integer(0, LARGE.snapshots)
  const series = (ranks: number, snapshotsMax: number, stepMs: number) => () => {
    const first = random.integer(1, LARGE.ranks - ranks + 1)
    return store.series({
      board,
      ranks: Array.from({ length: ranks }, (_, index) => first + index),
      fromMs: stepMs === 0 ? at(random.integer(0, LARGE.snapshots - snapshotsMax)) : START_MS,
      untilMs: at(LARGE.snapshots),
      stepMs,
      snapshotsMax,
    })
  }
  const often = function* (call: () => Promise<unknown>) {
    for (let index = 0; index < READS; index += 1) yield call
  }
  const writes = function* () {
    const shape = { id: '4', ranks: 100, snapshots: WRITES, changing: 0.5 }
    for (const snapshot of snapshotsOf(shape)) yield () => store.record([{ snapshot }], [], lease)
  }
  return {
    'a snapshot written': writes(),
    'a snapshot at a time': often(() => store.snapshot(board, at(somewhere()))),
    '1 rank × 1,000': often(series(1, 1_000, 0)),
    '10 ranks × 1,000': often(series(10, 1_000, 0)),
    '100 ranks × 100': often(series(100, 100, 0)),
    '10 ranks, all, by 15 min': often(series(10, 1_000, 900_000)),
    '10 ranks, all, by 1 h': often(series(10, 1_000, 3_600_000)),
  }
}

function formatSizes(): string {
  return formatTable([
    ['on the disk', 'ranks that move', 'bytes a snapshot', 'MB a million points'],
    ...sizes.map(({ store, changing, perSnapshot, perMillion }) => [
      store,
      `${changing * 100}%`,
      perSnapshot.toFixed(0),
      (perMillion / 1e6).toFixed(1),
    ]),
  ])
}

function formatTimings(): string {
  return formatTable([
    [
      `over ${(LARGE.snapshots * LARGE.ranks).toLocaleString('en')} points (ms)`,
      'p50',
      'p99',
      'max',
      'CPU here',
      'calls',
    ],
    ...timings.map((one) => [
      `${one.store}: ${one.what}`,
      ...[one.p50Ms, one.p99Ms, one.maxMs, one.hereMs].map((value) => value.toFixed(2)),
      String(one.calls),
    ]),
  ])
}
