import { mkdtempSync, chmodSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { CollectorLease, HistoryStore } from '../src/history/history-store.ts'
import { createSeededRandom } from '../src/platform/text/seeded-random.ts'
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

// Measures the disk space of a history point, the time of bounded range reads over a million
// points, and the CPU time of the calling thread. A point is one rank in one snapshot, changed or
// not.
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
/** By day nearly all ranks change from one minute to the next; at night few do. */
const OTHERS: readonly EventShape[] = [
  { id: '2', ranks: 100, snapshots: 1_000, changing: 1 },
  { id: '3', ranks: 100, snapshots: 1_000, changing: 0.05 },
]

const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
chmodSync(folder, 0o711)
const sizes: { store: string; changing: number; perSnapshot: number; perMillion: number }[] = []
const timings: ({ store: string; call: string } & CallTimes)[] = []
const stores = await openStores(folder)
try {
  for (const { name, store, bytes } of stores) {
    const lease = await store.acquireLease('bench', 3_600_000)
    if (lease === undefined)
      throw new Error('The collector lease of an empty store was not granted.')
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
    for (const [call, calls] of Object.entries(callsOn(store, lease))) {
      timings.push({ store: name, call, ...(await timeCalls(calls, BUDGET_MS)) })
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
  const randomIndex = () => random.integer(0, LARGE.snapshots)
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
  const repeat = function* (call: () => Promise<unknown>) {
    for (let index = 0; index < READS; index += 1) yield call
  }
  const writes = function* () {
    const shape = { id: '4', ranks: 100, snapshots: WRITES, changing: 0.5 }
    for (const snapshot of snapshotsOf(shape)) yield () => store.record([{ snapshot }], [], lease)
  }
  return {
    'write one snapshot': writes(),
    'read one snapshot': repeat(() => store.snapshot(board, at(randomIndex()))),
    '1 rank × 1,000': repeat(series(1, 1_000, 0)),
    '10 ranks × 1,000': repeat(series(10, 1_000, 0)),
    '100 ranks × 100': repeat(series(100, 100, 0)),
    '10 ranks, all, by 15 min': repeat(series(10, 1_000, 900_000)),
    '10 ranks, all, by 1 h': repeat(series(10, 1_000, 3_600_000)),
  }
}

function formatSizes(): string {
  return formatTable([
    ['store', 'ranks changed', 'bytes per snapshot', 'MB per million points'],
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
      'CPU of caller',
      'calls',
    ],
    ...timings.map((one) => [
      `${one.store}: ${one.call}`,
      ...[one.p50Ms, one.p99Ms, one.maxMs, one.callerCpuMs].map((value) => value.toFixed(2)),
      String(one.calls),
    ]),
  ])
}
