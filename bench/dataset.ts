import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { closeGateway } from '../src/gateways/close.ts'
import { createEmbeddedGateway } from '../src/gateways/embedded/create-embedded-gateway.ts'
import { buildDataset, type BuildPart } from './dataset/build-dataset.ts'
import {
  measureRead,
  type Comparison,
  type OpenDataset,
  type Timing,
} from './dataset/measure-read.ts'
import { READS } from './dataset/reads.ts'
import { formatTable, report } from './report.ts'

// How reads of the embedded dataset grow with it: a million players, rows and circles against a thousand and ten
// thousand, by turns in one process. Every read is closed, as it is when it is served.
// A stretch is the longest that a read and making text of it hold up the event loop.
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
    say(`A dataset of ${count(size)} players, circles and rows of a board …`)
    await buildDataset(file, size, (part) => {
      built.push(part)
      say(formatPart(part))
    })
    say(`  ${Math.round(statSync(file).size / 1_000_000)} MB`)
    const gateway = closeGateway(
      createEmbeddedGateway({ file, gameNowMs: () => 0, clock: CLOCK, sizes: SIZES }),
      { clock: CLOCK, observe: () => {} },
    )
    open.set(size, { size, gateway })
  }
  const comparisons: Comparison[] = []
  for (const read of READS) {
    say(`${read.name} …`)
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
  if (dataset === undefined) throw new Error(`No dataset of ${size} was built.`)
  return dataset
}

function formatPart({ part, rows, seconds }: BuildPart): string {
  const perSecond = rows > 1 ? `, ${count(Math.round(rows / seconds))} a second` : ''
  return `  ${part}: ${seconds.toFixed(1)} s${perSecond}`
}

function formatComparisons(comparisons: readonly Comparison[]): string {
  const head = `at ${count(LARGE)} (ms)`
  return formatTable([
    [
      head,
      'p50',
      'p99',
      'max',
      'stretch p50',
      'p99',
      'rows',
      'p50 of the small one',
      'rows',
      'ratio',
    ],
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

function timesOf({ p50Ms, p99Ms, maxMs, stretchP50Ms, stretchP99Ms }: Timing): string[] {
  return [p50Ms, p99Ms, maxMs, stretchP50Ms, stretchP99Ms].map((value) => value.toFixed(2))
}

function count(value: number): string {
  return value.toLocaleString('en')
}

function say(text: string): void {
  console.error(text)
}
