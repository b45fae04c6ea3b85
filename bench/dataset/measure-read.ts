import type { Gateway } from '../../src/domain/gateway.ts'
import { createSeededRandom } from '../../src/gateways/embedded/demo/seeded-random.ts'
import type { Read } from './reads.ts'
import { timeRead } from './time-read.ts'

/** A dataset that is open. */
export interface OpenDataset {
  readonly size: number
  readonly gateway: Gateway
}

/** How long a read took, in milliseconds, and how many rows the last answer had. */
export interface Timing {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** The longest that a read held up the event loop: the median of the reads, and the worst but one in a hundred. */
  readonly stretchP50Ms: number
  readonly stretchP99Ms: number
  readonly rows: number
}

/** One kind of read on the large dataset and on the one that it is compared with. */
export interface Comparison {
  readonly name: string
  readonly large: Timing
  readonly small: Timing
  /** Of the medians, large to small. */
  readonly ratio: number
}

const READS_EACH = 300
const WARM_UP = 30
/** The most time that one read is repeated for, on both datasets together. */
const BUDGET_MS = 4_000

/** Reads by turns from the two, so that whatever else the machine does falls on both. */
export async function measureRead(
  read: Read,
  large: OpenDataset,
  small: OpenDataset,
): Promise<Comparison> {
  const sides = [
    { dataset: large, call: read.call },
    { dataset: small, call: read.other },
  ].map((side) => ({
    ...side,
    random: createSeededRandom(2, read.name),
    times: [] as number[],
    stretches: [] as number[],
    rows: 0,
  }))
  const start = performance.now()
  for (let at = 0; at < READS_EACH && performance.now() - start < BUDGET_MS; at += 1) {
    for (const side of sides) {
      const call = side.call(side.dataset.size, side.random)
      const { tookMs, stretchMs, message } = await timeRead(side.dataset.gateway, call)
      if (at >= WARM_UP) side.times.push(tookMs)
      if (at >= WARM_UP) side.stretches.push(stretchMs)
      side.rows = rowsOf(message)
    }
  }
  const [one, other] = sides.map(timing) as [Timing, Timing]
  return { name: read.name, large: one, small: other, ratio: one.p50Ms / other.p50Ms }
}

interface Side {
  readonly times: readonly number[]
  readonly stretches: readonly number[]
  readonly rows: number
}

function timing({ times, stretches, rows }: Side): Timing {
  const [time, stretch] = [quantiles(times), quantiles(stretches)]
  return {
    p50Ms: time(0.5),
    p99Ms: time(0.99),
    maxMs: time(1),
    stretchP50Ms: stretch(0.5),
    stretchP99Ms: stretch(0.99),
    rows,
  }
}

function quantiles(values: readonly number[]): (share: number) => number {
  const sorted = values.toSorted((one, other) => one - other)
  return (share) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
}

/** How many elements the one list of a message has; 0 for a message without one. */
function rowsOf(message: unknown): number {
  return Object.values(message ?? {}).find((value) => Array.isArray(value))?.length ?? 0
}
