import process from 'node:process'

/** How long calls took, in milliseconds. */
export interface CallTimes {
  readonly calls: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** CPU time that a call took of the thread that asked: for so long, nobody else was served. */
  readonly hereMs: number
}

/** Calls that are not counted. */
const WARM_UP = 20

/** Makes calls one after the other, for as many as there are or until `budgetMs` are over. */
export async function timeCalls(
  calls: Iterable<() => Promise<unknown>>,
  budgetMs: number,
): Promise<CallTimes> {
  const times: number[] = []
  const begun = performance.now()
  let [made, cpuBefore] = [0, process.threadCpuUsage()]
  for (const call of calls) {
    const callBegun = performance.now()
    await call()
    made += 1
    if (made > WARM_UP) times.push(performance.now() - callBegun)
    if (made === WARM_UP) cpuBefore = process.threadCpuUsage()
    if (performance.now() - begun > budgetMs) break
  }
  const { user, system } = process.threadCpuUsage(cpuBefore)
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return {
    calls: times.length,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
    hereMs: (user + system) / 1_000 / times.length,
  }
}
