import { Agent, get } from 'node:http'
import { KEYED_PREFIX } from '../../src/game/api-prefix.ts'
import { LARGER, nextId, SMALL } from './calls.ts'
import { HUNG_REGION } from './start-stub-gateway.ts'

/** Concurrent clients with a hanging call. */
export const HUNG_CALLS = 40

/** Answered calls of a client before each hanging one, so that the circuit breaker stays closed. */
const ANSWERED_BEFORE = 2

/** A hanging region. */
export interface HungRegion {
  /** Stops the clients. Returns the number of calls that reached their deadline. */
  releaseHung(): Promise<number>
}

/** Starts clients that each send a hanging call, then the next one after its deadline. */
export function hangRegion(origin: string, headers: Readonly<Record<string, string>>): HungRegion {
  const agent = new Agent({ keepAlive: true })
  const stop = new AbortController()
  let timeouts = 0
  const request = (path: string): Promise<number | undefined> => {
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
    get(`${origin}${KEYED_PREFIX}${HUNG_REGION}/${path}`, { headers, agent }, (incoming) => {
      incoming.resume().on('end', () => resolve(incoming.statusCode))
    }).on('error', reject)
    return promise
  }
  const client = async () => {
    while (!stop.signal.aborted) {
      for (let count = 0; count < ANSWERED_BEFORE; count += 1) await request(SMALL.path(nextId()))
      if ((await request(LARGER.path(nextId()))) === 504) timeouts += 1
    }
  }
  const clients = Promise.all(Array.from({ length: HUNG_CALLS }, client))
  return {
    releaseHung: async () => {
      stop.abort()
      await clients
      agent.destroy()
      return timeouts
    },
  }
}
