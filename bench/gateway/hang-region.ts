import { Agent, get } from 'node:http'
import { OPEN_PREFIX } from '../../src/contract/open-prefix.ts'
import { LARGER, nextId, SMALL } from './calls.ts'
import { HUNG_REGION } from './start-stub-gateway.ts'

/** Clients whose calls hang at one time. */
export const HUNG_CALLS = 40

/** Calls of a client that are answered before each that hangs, so that the region is not cut off altogether. */
const ANSWERED_BEFORE = 2

/** A region that hangs until it is let go. */
export interface HungRegion {
  /** Ends it. Returns how many calls ended at their deadline. */
  letGo(): Promise<number>
}

/** Has clients each send calls that hang, the next one as soon as the last has ended at its deadline. */
export function hangRegion(origin: string, headers: Readonly<Record<string, string>>): HungRegion {
  const agent = new Agent({ keepAlive: true })
  const over = new AbortController()
  let timeouts = 0
  const ask = (path: string): Promise<number | undefined> => {
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
    get(`${origin}${OPEN_PREFIX}${HUNG_REGION}/${path}`, { headers, agent }, (incoming) => {
      incoming.resume().on('end', () => resolve(incoming.statusCode))
    }).on('error', reject)
    return promise
  }
  const client = async () => {
    while (!over.signal.aborted) {
      for (let count = 0; count < ANSWERED_BEFORE; count += 1) await ask(SMALL.path(nextId()))
      if ((await ask(LARGER.path(nextId()))) === 504) timeouts += 1
    }
  }
  const clients = Promise.all(Array.from({ length: HUNG_CALLS }, client))
  return {
    letGo: async () => {
      over.abort()
      await clients
      agent.destroy()
      return timeouts
    },
  }
}
