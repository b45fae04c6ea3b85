import autocannon from 'autocannon'

/** What is sent, again and again. */
export interface LoadTarget {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Makes path and query of each request, where they are not all the same. */
  readonly nextPath?: () => string
  /** How the values of some headers begin in every answer, by their names in any case. */
  readonly expects?: Readonly<Record<string, string>>
}

/** How one run of requests looked to its clients. */
export interface LoadResult {
  readonly requestsPerS: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly p999Ms: number
  /** Answers of the measured part. */
  readonly measured: number
}

/** What may be said of a run. */
export interface LoadOptions {
  /** Connections that send at one time, each its next request as soon as it has the answer to the last. */
  readonly connections?: number
  /** Called when the measured part begins and when it ends. */
  readonly onEdge?: () => void
}

/** How many connections send unless told. */
export const CONNECTIONS = 50

/** Answers before the measured part begins, so that opening the connections is not in it. */
const SETTLING = 500

/**
 * Sends `amount` requests and measures while all connections are busy. Throws when one request is not answered with
 * 200, or not with the headers that are expected.
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
      // It would make a text of every body, which for a large one is more work than the server has with it: the server
      // would wait for its client, and pay for each time it wakes.
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
      `${url}: ${answers} of ${amount} requests were answered with 200, the others with ${[...others].join(', ')}.`,
    )
  }
  if (unexpected > 0) throw new Error(`${url}: ${unexpected} answers had other headers.`)
  latencies.sort((one, other) => one - other)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
  const requestsPerS = (latencies.length / (endMs - startMs)) * 1_000
  const measured = latencies.length
  return { requestsPerS, measured, p50Ms: at(0.5), p99Ms: at(0.99), p999Ms: at(0.999) }
}

/**
 * Keeps this process from sleeping until the returned function is called. Waking a process that sleeps costs the one
 * that writes to it, several times the rest of the write on a virtual machine: a slow program would pay it with every
 * answer, and a fast one, which keeps us busy, never.
 */
function stayAwake(): () => void {
  let awake = true
  const stay = () => {
    if (awake) setImmediate(stay)
  }
  stay()
  return () => void (awake = false)
}

/** Servers spell the names of headers as they like. */
function valueOf(lines: readonly string[], name: string): string {
  const at = lines.findIndex((line, index) => index % 2 === 0 && line.toLowerCase() === name)
  return at < 0 ? '' : (lines[at + 1] ?? '')
}
