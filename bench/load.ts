import autocannon from 'autocannon'

/** What is sent: one request, again and again. */
export interface LoadTarget {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** How one run of requests looked to its clients. */
export interface LoadResult {
  readonly requestsPerS: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Connections that send at one time, each its next request as soon as it has the answer to the last. */
export const CONNECTIONS = 50

/** Answers before the measured part begins, so that opening the connections is not in it. */
const SETTLING = 500

/**
 * Sends `amount` requests and measures while all connections are busy. `onEdge` is called when the measured part
 * begins and when it ends. Throws when one request is not answered with 200.
 */
export async function sendLoad(
  { url, headers }: LoadTarget,
  amount: number,
  onEdge: () => void = () => {},
): Promise<LoadResult> {
  const all = { connections: CONNECTIONS, timeout: 10, sampleInt: 20 }
  const run = autocannon({ url, headers, amount, ...all })
  const latencies: number[] = []
  const last = amount - CONNECTIONS
  let [answers, startMs, endMs] = [0, 0, 0]
  run.on('response', (_client, status: number, _bytes, latencyMs: number) => {
    if (status === 200) answers += 1
    if (answers > SETTLING && answers <= last) latencies.push(latencyMs)
    if (answers === SETTLING) startMs = performance.now()
    if (answers === last) endMs = performance.now()
    if (answers === SETTLING || answers === last) onEdge()
  })
  const { errors } = await run
  if (errors > 0 || answers !== amount) {
    throw new Error(`${url}: ${answers} of ${amount} requests were answered with 200.`)
  }
  latencies.sort((one, other) => one - other)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
  const requestsPerS = (latencies.length / (endMs - startMs)) * 1_000
  return { requestsPerS, p50Ms: at(0.5), p99Ms: at(0.99) }
}
