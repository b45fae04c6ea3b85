import type { Gateway } from '../../src/game/gateway.ts'
import { createSeededRandom } from '../../src/platform/text/seeded-random.ts'
import type { Read } from './reads.ts'
import { timeRead } from './time-read.ts'
import { quantiles } from '../report.ts'

/** An open dataset. */
export interface OpenDataset {
  readonly size: number
  readonly gateway: Gateway
}

/** Read times in milliseconds, and the rows of the last answer. */
export interface Timing {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** Percentiles of the longest time for which a read blocked the event loop. */
  readonly blockedP50Ms: number
  readonly blockedP99Ms: number
  readonly rows: number
}

/** One kind of read, on the large dataset and on the dataset of comparison. */
export interface Comparison {
  readonly name: string
  readonly large: Timing
  readonly small: Timing
  /** Ratio of the medians, large to small. */
  readonly ratio: number
}

const READS_EACH = 300
const WARM_UP = 30
/** Maximum time for the repetitions of one read, on both datasets together. */
const BUDGET_MS = 4_000

/** Reads alternately from both datasets, so that other load on the machine affects both. */
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
    blocked: [] as number[],
    rows: 0,
  }))
  const start = performance.now()
  for (let at = 0; at < READS_EACH && performance.now() - start < BUDGET_MS; at += 1) {
    for (const side of sides) {
      const call = side.call(side.dataset.size, side.random)
      const { tookMs, blockedMs, message } = await timeRead(side.dataset.gateway, call)
      if (at >= WARM_UP) side.times.push(tookMs)
      if (at >= WARM_UP) side.blocked.push(blockedMs)
      side.rows = rowsOf(message)
    }
  }
  const [one, other] = sides.map(timing) as [Timing, Timing]
  return { name: read.name, large: one, small: other, ratio: one.p50Ms / other.p50Ms }
}

interface Side {
  readonly times: readonly number[]
  readonly blocked: readonly number[]
  readonly rows: number
}

function timing({ times, blocked, rows }: Side): Timing {
  const [time, block] = [quantiles(times), quantiles(blocked)]
  return {
    p50Ms: time(0.5),
    p99Ms: time(0.99),
    maxMs: time(1),
    blockedP50Ms: block(0.5),
    blockedP99Ms: block(0.99),
    rows,
  }
}

/** Returns the length of the first list in a message; 0 without a list. */
function rowsOf(message: unknown): number {
  return Object.values(message ?? {}).find((value) => Array.isArray(value))?.length ?? 0
}
