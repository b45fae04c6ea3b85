import { CONNECTIONS, sendLoad, type LoadResult } from '../load.ts'
import type { ServingProcess } from '../start/serving-process.ts'

/** The servers that share a load. */
export interface SetUp {
  readonly name: string
  readonly servers: readonly ServingProcess[]
}

/** The result of one run, over all servers. */
export interface SetUpRun {
  /** CPU time of all servers per request. */
  readonly cpuUs: number
  /** CPU time of the quota store per request; 0 when no server uses it. */
  readonly storeCpuUs: number
  readonly requestsPerS: number
  /** The latency of the slowest server. */
  readonly p50Ms: number
  readonly p99Ms: number
}

/** The requests of a run. */
export interface SetUpLoad {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Total requests to all servers. */
  readonly amount: number
}

/** Sends the requests to all servers of a set-up concurrently, an equal share to each. */
export async function measureSetUp(
  { servers }: SetUp,
  { path, headers, amount }: SetUpLoad,
  storeCpuUs: () => number,
): Promise<SetUpRun> {
  const cpuUs = () => servers.reduce((sum, server) => sum + server.cpuUs(), 0)
  const each = Math.floor(amount / servers.length)
  const connections = Math.floor(CONNECTIONS / servers.length)
  const before = { own: cpuUs(), store: storeCpuUs() }
  const results = await Promise.all(
    servers.map(({ origin }) => sendLoad({ url: origin + path, headers }, each, { connections })),
  )
  const worst = (pick: (result: LoadResult) => number) => Math.max(...results.map(pick))
  const answers = each * servers.length
  return {
    cpuUs: (cpuUs() - before.own) / answers,
    storeCpuUs: (storeCpuUs() - before.store) / answers,
    requestsPerS: results.reduce((sum, { requestsPerS }) => sum + requestsPerS, 0),
    p50Ms: worst(({ p50Ms }) => p50Ms),
    p99Ms: worst(({ p99Ms }) => p99Ms),
  }
}
