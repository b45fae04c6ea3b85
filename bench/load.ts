import autocannon from 'autocannon'

/** The requests of a load. */
export interface LoadTarget {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Returns path and query of the next request, if they differ. */
  readonly nextPath?: () => string
  /** Expected prefixes of response header values, by header name in any case. */
  readonly expects?: Readonly<Record<string, string>>
}

/** The result of one run, measured by the clients. */
export interface LoadResult {
  readonly requestsPerS: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly p999Ms: number
  /** Responses in the measured part. */
  readonly measured: number
}

/** The options of a run. */
export interface LoadOptions {
  /** Concurrent connections, each sending its next request on the response to the previous one. */
  readonly connections?: number
  /** Called at the start and at the end of the measured part. */
  readonly onEdge?: () => void
}

/** Default number of connections. */
export const CONNECTIONS = 50

/** Responses before the measured part, so that it excludes connection setup. */
const SETTLING = 500

/**
 * Sends `amount` requests and measures while all connections are busy. Rejects when a response is
 * not 200 or lacks an expected header.
 */
export async function sendLoad(
  { url, headers, nextPath, expects = {} }: LoadTarget,
  amount: number,
  { connections = CONNECTIONS, onEdge = () => {} }: LoadOptions = {},
): Promise<LoadResult> {
  const expected = Object.entries(expects).map(
    ([name, start]) => [name.toLowerCase(), start] as const,
  )
  let unexpected = 0
  const run = autocannon({
    url,
    headers,
    amount,
    connections,
    timeout: 10,
    sampleInt: 20,
    ...(nextPath !== undefined && {
      requests: [{ setupRequest: (request) => ({ ...request, path: nextPath() }) }],
    }),
    setupClient: (client) => {
      // Skip autocannon's conversion of every body to text: for a large one it costs more than
      // serving it, so that the server would wait for its client and pay for each wake-up.
      client.pipelinedRequests.addBody = () => {}
      client.on('headers', ({ headers: lines }) => {
        if (!expected.every(([name, start]) => valueOf(lines, name).startsWith(start))) {
          unexpected += 1
        }
      })
    },
  })
  const latencies: number[] = []
  const others = new Set<number>()
  const last = amount - connections
  let [answers, startMs, endMs] = [0, 0, 0]
  run.on('response', (_client, status: number, _bytes, latencyMs: number) => {
    if (status === 200) answers += 1
    else others.add(status)
    if (answers > SETTLING && answers <= last) latencies.push(latencyMs)
    if (answers === SETTLING) startMs = performance.now()
    if (answers === last) endMs = performance.now()
    if (answers === SETTLING || answers === last) onEdge()
  })
  const sleep = stayAwake()
  const { errors } = await run
  sleep()
  if (errors > 0 || answers !== amount) {
    throw new Error(
      `${url}: ${answers} of ${amount} responses were 200; other statuses: ${[...others].join(', ')}.`,
    )
  }
  if (unexpected > 0) throw new Error(`${url}: ${unexpected} responses had unexpected headers.`)
  latencies.sort((one, other) => one - other)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
  const requestsPerS = (latencies.length / (endMs - startMs)) * 1_000
  const measured = latencies.length
  return { requestsPerS, measured, p50Ms: at(0.5), p99Ms: at(0.99), p999Ms: at(0.999) }
}

/**
 * Keeps this process from sleeping until the returned function is called. Waking a sleeping process
 * costs the writer several times the rest of the write on a virtual machine: a slow program would
 * pay it with every answer, and a fast one, which keeps this process busy, never.
 */
function stayAwake(): () => void {
  let awake = true
  const stay = () => {
    if (awake) setImmediate(stay)
  }
  stay()
  return () => void (awake = false)
}

/** Returns the value of a header, whose name servers spell in any case. */
function valueOf(lines: readonly string[], name: string): string {
  const at = lines.findIndex((line, index) => index % 2 === 0 && line.toLowerCase() === name)
  return at < 0 ? '' : (lines[at + 1] ?? '')
}
