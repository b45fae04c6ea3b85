import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SeededRandom } from '../../src/platform/text/seeded-random.ts'

/** Behavior of a client. */
export interface Asker {
  readonly key: string
  /** Whether it reuses its connection or opens one for each request. */
  readonly keepsAlive: boolean
  /** Percentage of requests aborted before their response. */
  readonly abortsPercent: number
}

/** Target and duration of the load. */
export interface RequestLoadOptions {
  readonly origin: string
  readonly nextTarget: () => string
  readonly random: SeededRandom
  /** Maximum milliseconds between two requests. */
  readonly pauseMsMax: number
  readonly signal: AbortSignal
  /** Called with each status or error code; `given up` when the client aborted. */
  readonly onOutcome: (outcome: string) => void
}

/** Sends requests in sequence until the signal aborts. */
export async function askLikePeople(asker: Asker, settings: RequestLoadOptions): Promise<void> {
  const { random, signal, onOutcome, nextTarget, origin, pauseMsMax } = settings
  const agent = new Agent({ keepAlive: asker.keepsAlive, maxSockets: 1 })
  while (!signal.aborted) {
    const givesUpMs = random.integer(1, 100) <= asker.abortsPercent ? random.integer(0, 25) : -1
    onOutcome(await askOnce(origin + nextTarget(), asker.key, agent, givesUpMs))
    await sleep(random.integer(0, pauseMsMax))
  }
  agent.destroy()
}

function askOnce(url: string, key: string, agent: Agent, givesUpMs: number): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const outgoing = request(url, { agent, headers: { Authorization: `Bearer ${key}` } })
  const leave =
    givesUpMs < 0
      ? undefined
      : setTimeout(() => {
          resolve('given up')
          outgoing.destroy()
        }, givesUpMs)
  outgoing.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  outgoing.on('response', (incoming) => {
    incoming.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    incoming.on('end', () => {
      clearTimeout(leave)
      resolve(incoming.complete ? String(incoming.statusCode) : 'cut')
    })
    incoming.resume()
  })
  outgoing.end()
  return promise
}
