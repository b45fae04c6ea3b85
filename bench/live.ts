import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { benchSettings } from './harness/prepare-data.ts'
import { startServing } from './start/serving-process.ts'
import { openStreams } from './live/open-streams.ts'
import { formatTable, quantiles, report } from './report.ts'

// Measures the memory of an open live stream, and how long an event needs to reach every stream.
const { values } = parseArgs({ options: { streams: { type: 'string', default: '5000' } } })
const STREAMS = Number(values.streams)
const EVENTS = 10
const CADENCE_MS = 3_000
/** Wait before memory is read, so that garbage is collected. */
const REST_MS = 5_000
const PROGRAM = join(import.meta.dirname, '../bin/backline.mjs')

/** The arrivals of one event. */
interface Arrivals {
  readonly firstMs: number
  lastMs: number
  count: number
}
const events = new Map<string, Arrivals>()

let closeStreams = () => {}
const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
const settings = benchSettings(folder, {
  BACKLINE_COLLECT_CADENCE_MS: String(CADENCE_MS),
  BACKLINE_LIVE_STREAMS: String(STREAMS * 2),
  BACKLINE_LIVE_STREAMS_ADDRESS: String(STREAMS * 2),
  BACKLINE_PUBLIC_MINUTE: '1000000',
  BACKLINE_PUBLIC_CONCURRENCY: '1000',
})
console.error('Starting a demo …')
const server = await startServing([PROGRAM, 'serve', '--demo'], { ...process.env, ...settings })
try {
  await sleep(REST_MS)
  const restMb = server.memoryMb()
  console.error(`Opening ${STREAMS} streams …`)
  closeStreams = await openStreams(server.origin, STREAMS, record)
  await sleep(REST_MS)
  const openMb = server.memoryMb()
  events.clear()
  console.error(`Waiting for ${EVENTS} events …`)
  for (;;) {
    await sleep(1_000)
    if (complete().length >= EVENTS) break
  }
  const spreads = complete().map(({ firstMs, lastMs }) => lastMs - firstMs)
  const at = quantiles(spreads)
  const [medianMs, worstMs] = [at(0.5), at(1)]
  const streamKb =
    restMb === undefined || openMb === undefined ? undefined : ((openMb - restMb) * 1_000) / STREAMS
  report(
    formatTable([
      [`${STREAMS.toLocaleString('en')} live streams`, ''],
      ['memory per stream (kB)', streamKb?.toFixed(0) ?? 'unknown'],
      ['event, first to last stream, median (ms)', medianMs.toFixed(0)],
      ['event, first to last stream, worst (ms)', worstMs.toFixed(0)],
      ['events', String(spreads.length)],
    ]),
    { streams: STREAMS, streamKb, medianMs, worstMs, events: spreads.length },
  )
} finally {
  closeStreams()
  await server.end()
  rmSync(folder, { recursive: true, force: true })
}

/** Returns the events that every stream has received. */
function complete(): readonly Arrivals[] {
  return [...events.values()].filter(({ count }) => count === STREAMS)
}

function record(id: string): void {
  const nowMs = performance.now()
  const arrivals = events.get(id)
  if (arrivals === undefined) {
    events.set(id, { firstMs: nowMs, lastMs: nowMs, count: 1 })
    return
  }
  arrivals.count += 1
  arrivals.lastMs = nowMs
}
