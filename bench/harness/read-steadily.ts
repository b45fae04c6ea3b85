import { quantiles } from '../report.ts'

/** Times of reads at a steady rate, in milliseconds from when each was due. */
export interface SteadyTimes {
  readonly reads: number
  readonly failed: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

/**
 * Starts `perSecond` reads a second until `end` resolves, whether earlier ones are answered or not,
 * and waits for the last. A read is timed from when it was due, so that a stall counts for every
 * read in it. Rejects when `end` does.
 */
export async function readSteadily(
  read: () => Promise<unknown>,
  perSecond: number,
  end: Promise<void>,
): Promise<SteadyTimes> {
  const times: number[] = []
  const running = new Set<Promise<void>>()
  const startMs = performance.now()
  let [count, failed] = [0, 0]
  const start = () => {
    const dueMs = startMs + (count * 1_000) / perSecond
    count += 1
    const one = read().then(
      () => void times.push(performance.now() - dueMs),
      () => void (failed += 1),
    )
    running.add(one)
    void one.then(() => running.delete(one))
  }
  const timer = setInterval(() => {
    while (((performance.now() - startMs) * perSecond) / 1_000 >= count) start()
  }, 1)
  try {
    await end
  } finally {
    clearInterval(timer)
    await Promise.all(running)
  }
  const at = quantiles(times)
  return { reads: times.length, failed, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
}
