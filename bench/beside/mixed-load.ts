import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { OPEN_PREFIX } from '../../src/contract/open-prefix.ts'
import { createSeededRandom } from '../../src/gateways/embedded/demo/seeded-random.ts'
import { accountIdAt, IDS, REGION } from '../dataset/build-dataset.ts'

/** A load that runs until it is told to stop. */
export interface RunningLoad {
  /** Stops it; says how many requests were answered, all of them with 200, and the slowest answers. */
  stop(): Promise<{ readonly answers: number; readonly p99Ms: number; readonly maxMs: number }>
}

/** Requests a second of all connections together: what one processor answers without falling behind. */
export const REQUESTS_PER_S = 300
const CONNECTIONS = 20
const DIFFERENT_PATHS = 400

/** Sends requests of all sizes, evenly spaced, to a dataset of `size` players. */
export function startMixedLoad(origin: string, key: string, size: number): RunningLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const headers = { Authorization: `Bearer ${key}` }
  const paths = mixedPaths(size)
  const latencies: number[] = []
  const failures: unknown[] = []
  const open = new Set<Promise<void>>()
  const startMs = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    const due = ((performance.now() - startMs) / 1_000) * REQUESTS_PER_S
    for (; sent < due; sent += 1) send(origin + paths[sent % paths.length])
  }, 1)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(open)
      agent.destroy()
      if (failures.length > 0) throw new AggregateError(failures, 'Not all requests were answered.')
      latencies.sort((one, other) => one - other)
      const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0
      return { answers: latencies.length, p99Ms: at(0.99), maxMs: at(1) }
    },
  }

  function send(url: string): void {
    const sentMs = performance.now()
    const answered = answer(url)
      .then(() => void latencies.push(performance.now() - sentMs))
      .catch((error: unknown) => void failures.push(error))
      .finally(() => open.delete(answered))
    open.add(answered)
  }

  async function answer(url: string): Promise<void> {
    const [response] = (await once(get(url, { agent, headers }), 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`)
  }
}

function mixedPaths(size: number): string[] {
  const random = createSeededRandom(3, 'mixed load')
  return Array.from({ length: DIFFERENT_PATHS }, (_, at) => {
    const first = random.integer(1, size - 1_000)
    // Every fiftieth player is hidden, and these two are not.
    const publicId = first - (first % 50) + 50
    const hundred = Array.from({ length: 100 }, (_unused, next) => first + next)
    const paths = [
      `event/${IDS.eventId}/ranking/${hundred.join(',')}`,
      `arena/${IDS.arenaSeasonId}/ranking/${first}/${first + 99}`,
      `music/${IDS.musicId}/ranking`,
      `profiles/${hundred.map((index) => accountIdAt(index)).join(',')}`,
      `profile/${publicId}`,
      `circles/search/ni`,
      `circles/search/${encodeURIComponent('アイ')}`,
      // Seldom, as it is in the world, and as long as an answer can be.
      at % 80 === 7
        ? `arena/${IDS.arenaSeasonId}/ranking/${first}/${first + 999}`
        : `profile/${publicId + 1}`,
    ]
    return `${OPEN_PREFIX}${REGION}/${paths[at % paths.length]}`
  })
}
