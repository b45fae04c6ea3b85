import type { Gateway } from '../../src/domain/gateway.ts'
import { createSeededRandom } from '../../src/gateways/embedded/demo/seeded-random.ts'
import type { Read } from './reads.ts'

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

const CONTEXT = {
  signal: new AbortController().signal,
  deadlineAtMs: Infinity,
  lane: 'keyed',
} as const
const READS_EACH = 300
const WARM_UP = 30
/** The most time that one read is repeated for, on both datasets together. */
const BUDGET_MS = 4_000

/** Reads by turns from the two, so that whatever else the machine does falls on both. */
export function measureRead(read: Read, large: OpenDataset, small: OpenDataset): Comparison {
  const sides = [
    { dataset: large, call: read.call },
    { dataset: small, call: read.other },
  ].map((side) => ({
    ...side,
    random: createSeededRandom(2, read.name),
    times: [] as number[],
    rows: 0,
  }))
  const start = performance.now()
  for (let at = 0; at < READS_EACH && performance.now() - start < BUDGET_MS; at += 1) {
    for (const side of sides) {
      const call = side.call(side.dataset.size, side.random)
      const before = performance.now()
      const reply = side.dataset.gateway.read(call, CONTEXT)
      const took = performance.now() - before
      if (at >= WARM_UP) side.times.push(took)
      side.rows = rowsOf((reply as { message: unknown }).message)
    }
  }
  const [one, other] = sides.map(({ times, rows }) => timing(times, rows)) as [Timing, Timing]
  return { name: read.name, large: one, small: other, ratio: one.p50Ms / other.p50Ms }
}

function timing(times: readonly number[], rows: number): Timing {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1), rows }
}

/** How many elements the one list of a message has; 0 for a message without one. */
function rowsOf(message: unknown): number {
  return Object.values(message ?? {}).find((value) => Array.isArray(value))?.length ?? 0
}
