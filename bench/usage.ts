import { randomFillSync } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { systemClock } from '../src/platform/time/system-clock.ts'
import type { RequestAnswered } from '../src/usage/observations.ts'
import { createRequestIds } from '../src/platform/http/server/request-ids.ts'
import { openUsageWorker } from '../src/usage/store/usage-worker.ts'
import { createUsageCounter, FLUSH_MS } from '../src/usage/usage-counter.ts'
import { formatTable, report } from './report.ts'

// Measures counting a request and writing its record: CPU time of the serving thread and of all
// threads with a store that does nothing; then the size of rows and records, and the time of a
// flush.
const AMOUNTS = { rounds: 12, perRound: 20_000, seconds: 10, perSecond: 1_000 }
const OPERATIONS = ['event.ranking', 'announcement.list', 'circle.search', 'music.ranking']
const REGIONS = ['jp', 'en', 'tw', 'kr'] as const

const nextId = createRequestIds((bytes) => void randomFillSync(bytes), systemClock)
const settings = {
  clock: systemClock,
  observe: () => {},
  process: 'bench',
  usageDays: 90,
  recordsBytes: 1e9,
}
const pause = (ms: number) =>
  new Promise((resolve) => systemClock.after(ms, () => resolve(undefined)))

/** Returns a request of one of 50 keys; every 20th is 404. */
function request(nth: number): RequestAnswered {
  const isUnknown = nth % 20 === 0
  return {
    type: 'request.answered',
    requestId: nextId(),
    keyId: `key of ${nth % 50}`,
    developerId: `developer ${nth % 50}`,
    operation: OPERATIONS[nth % 4],
    region: REGIONS[(nth >> 2) % 4],
    method: 'GET',
    status: isUnknown ? 404 : 200,
    ...(isUnknown && { code: 'not_found' }),
    violated: [],
    quota: {
      limits: { minute: 300, day: 50_000, concurrency: 10 },
      used: { minute: nth % 300, day: nth % 50_000, concurrency: 1 },
      minuteEndsInMs: 60_000 - (nth % 60_000),
      dayEndsInMs: 5_000_000,
    },
    cache: nth % 10 === 0 ? 'miss' : 'hit',
    ageMs: (nth * 37) % 30_000,
    complete: true,
    durationMs: 0.4 + (nth % 1_000) / 3_000,
    isKeyed: true,
    stagesMs: { identify: 0.1, admit: 0.1, respond: 0.04 + (nth % 977) / 20_000, write: 0.1 },
  }
}

async function measureCost() {
  const store = { add: async () => true, forget: async () => false }
  const counter = createUsageCounter({ ...settings, store: store as never })
  const requests = Array.from({ length: AMOUNTS.perRound }, (_, nth) => request(nth))
  const rounds: { readonly serving: number; readonly all: number }[] = []
  for (let round = 0; round < AMOUNTS.rounds; round += 1) {
    const [before, startMs] = [process.cpuUsage(), performance.now()]
    for (const one of requests) counter.count(one)
    const serving = ((performance.now() - startMs) * 1_000) / requests.length
    await pause(FLUSH_MS + 300)
    const { user, system } = process.cpuUsage(before)
    rounds.push({ serving, all: (user + system) / requests.length })
  }
  await counter.close()
  const best = (name: 'serving' | 'all') => Math.min(...rounds.map((round) => round[name]))
  return { serving: best('serving'), all: best('all') }
}

async function measureSize() {
  const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
  const file = join(folder, 'usage.db')
  const store = openUsageWorker(file, systemClock)
  let pageBytes = 0
  const durations: number[] = []
  const add: typeof store.add = async (flush, nowMs) => {
    pageBytes += flush.page?.bytes.byteLength ?? 0
    const startMs = performance.now()
    const added = await store.add(flush, nowMs)
    durations.push(performance.now() - startMs)
    return added
  }
  const counter = createUsageCounter({ ...settings, store: { ...store, add } })
  for (let second = 0; second < AMOUNTS.seconds; second += 1) {
    for (let nth = 0; nth < AMOUNTS.perSecond; nth += 1) counter.count(request(nth * 7 + second))
    await pause(FLUSH_MS + 100)
  }
  await counter.close()
  const hour = { fromHour: 0, toHour: 1e9 }
  const rows = await store.sums({
    ...hour,
    by: ['hour', 'keyId', 'operation', 'region', 'status', 'code'],
  })
  await store.close()
  const { size } = statSync(file)
  rmSync(folder, { recursive: true })
  return {
    perRecord: pageBytes / (AMOUNTS.seconds * AMOUNTS.perSecond),
    perRow: (size - pageBytes) / rows.length,
    // Skip the first flush, which starts the thread.
    medianAddMs: durations.slice(1).toSorted((one, other) => one - other)[durations.length >> 1],
  }
}

const numbers = { ...(await measureCost()), ...(await measureSize()) }
const lines = [
  ['CPU µs of the serving thread, best round', numbers.serving.toFixed(2)],
  ['CPU µs of all threads, including flushes', numbers.all.toFixed(2)],
  ['bytes per record', numbers.perRecord.toFixed(1)],
  ['bytes per row', numbers.perRow.toFixed(0)],
  ['ms per flush, median', numbers.medianAddMs?.toFixed(1) ?? ''],
]
report(formatTable(lines), numbers)
