import process from 'node:process'
import { quantiles } from '../report.ts'

/** Times of calls, in milliseconds. */
export interface CallTimes {
  readonly calls: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** CPU time of the calling thread per call, during which it can serve no other request. */
  readonly callerCpuMs: number
}

/** Initial calls that are not counted. */
const WARM_UP = 20

/** Runs the calls in sequence until none is left or `budgetMs` have passed. */
export async function timeCalls(
  calls: Iterable<() => Promise<unknown>>,
  budgetMs: number,
): Promise<CallTimes> {
  const times: number[] = []
  const startMs = performance.now()
  let [count, cpuBefore] = [0, process.threadCpuUsage()]
  for (const call of calls) {
    const callStartMs = performance.now()
    await call()
    count += 1
    if (count > WARM_UP) times.push(performance.now() - callStartMs)
    if (count === WARM_UP) cpuBefore = process.threadCpuUsage()
    if (performance.now() - startMs > budgetMs) break
  }
  const { user, system } = process.threadCpuUsage(cpuBefore)
  const at = quantiles(times)
  return {
    calls: times.length,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
    callerCpuMs: (user + system) / 1_000 / times.length,
  }
}
