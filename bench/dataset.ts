import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { normalizeGateway } from '../src/upstream/normalizing-gateway.ts'
import { createEmbeddedGateway } from '../src/dataset/embedded-gateway.ts'
import { buildDataset, type BuildPart } from './dataset/build-dataset.ts'
import {
  measureRead,
  type Comparison,
  type OpenDataset,
  type Timing,
} from './dataset/measure-read.ts'
import { READS } from './dataset/reads.ts'
import { formatTable, report } from './report.ts'

// Measures how reads of the embedded dataset scale: 1,000,000 players, rows and circles against
// 1,000 and 10,000, alternately in one process. Every message is normalized, as when it is served.
// "Blocked" is the longest time for which a read and its serialization block the event loop.
const { values } = parseArgs({
  options: { large: { type: 'string', default: '1000000' } },
})
const LARGE = Number(values.large)
const SIZES = { boardRows: 100, searchResults: 50, announcements: 200 }
const CLOCK = { nowMs: () => 0, monotonicMs: () => 0, after: () => () => {} }

const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
const open = new Map<number, OpenDataset>()
try {
  let built: BuildPart[] = []
  for (const size of [1_000, 10_000, LARGE]) {
    built = []
    const file = join(folder, `${size}.db`)
    log(`Building a dataset of ${count(size)} players, circles and board rows …`)
    await buildDataset(file, size, (part) => {
      built.push(part)
      log(formatPart(part))
    })
    log(`  ${Math.round(statSync(file).size / 1_000_000)} MB`)
    const gateway = normalizeGateway(
      createEmbeddedGateway({ file, gameNowMs: () => 0, clock: CLOCK, sizes: SIZES }),
      { clock: CLOCK, observe: () => {} },
    )
    open.set(size, { size, gateway })
  }
  const comparisons: Comparison[] = []
  for (const read of READS) {
    log(`${read.name} …`)
    const other = datasetOf(read.against === 'itself' ? LARGE : read.against)
    comparisons.push(await measureRead(read, datasetOf(LARGE), other))
  }
  report(formatComparisons(comparisons), { large: LARGE, built, comparisons })
} finally {
  for (const { gateway } of open.values()) await gateway.close()
  rmSync(folder, { recursive: true, force: true })
}

function datasetOf(size: number): OpenDataset {
  const dataset = open.get(size)
  if (dataset === undefined) throw new Error(`The dataset of ${size} has not been built.`)
  return dataset
}

function formatPart({ part, rows, seconds }: BuildPart): string {
  const perSecond = rows > 1 ? `, ${count(Math.round(rows / seconds))} per second` : ''
  return `  ${part}: ${seconds.toFixed(1)} s${perSecond}`
}

function formatComparisons(comparisons: readonly Comparison[]): string {
  const head = `read at ${count(LARGE)} (ms)`
  return formatTable([
    [head, 'p50', 'p99', 'max', 'blocked p50', 'p99', 'rows', 'small p50', 'rows', 'ratio'],
    ...comparisons.map(({ name, large, small, ratio }) => [
      name,
      ...timesOf(large),
      String(large.rows),
      small.p50Ms.toFixed(2),
      String(small.rows),
      ratio.toFixed(2),
    ]),
  ])
}

function timesOf({ p50Ms, p99Ms, maxMs, blockedP50Ms, blockedP99Ms }: Timing): string[] {
  return [p50Ms, p99Ms, maxMs, blockedP50Ms, blockedP99Ms].map((value) => value.toFixed(2))
}

function count(value: number): string {
  return value.toLocaleString('en')
}

function log(text: string): void {
  console.error(text)
}
