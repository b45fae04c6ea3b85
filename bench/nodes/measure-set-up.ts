import { CONNECTIONS, sendLoad, type LoadResult } from '../load.ts'
import type { ServingProcess } from '../start/serving-process.ts'

/** Some servers that share the load. */
export interface SetUp {
  readonly name: string
  readonly servers: readonly ServingProcess[]
}

/** What one run came to, all servers together. */
export interface SetUpRun {
  /** CPU time of all servers, for one request. */
  readonly cpuUs: number
  /** CPU time of the quota store for one request; nothing where there is none in it. */
  readonly storeCpuUs: number
  readonly requestsPerS: number
  /** Of the server that was the slowest. */
  readonly p50Ms: number
  readonly p99Ms: number
}

/** What is sent. */
export interface SetUpLoad {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Requests to all servers together. */
  readonly amount: number
}

/** Sends the requests to all servers of a set-up at the same time, an equal part to each. */
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
