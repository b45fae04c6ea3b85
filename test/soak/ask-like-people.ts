import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SeededRandom } from '../../src/gateways/embedded/demo/seeded-random.ts'

/** Who asks, and in which manner. */
export interface Asker {
  readonly key: string
  /** Whether it keeps its connection, or makes one for each request. */
  readonly keepsAlive: boolean
  /** Of a hundred requests, how many it gives up before their answer has come. */
  readonly abortsPercent: number
}

/** What to ask and for how long. */
export interface AskingSettings {
  readonly origin: string
  readonly nextTarget: () => string
  readonly random: SeededRandom
  /** The most milliseconds between two requests. */
  readonly pauseMsMax: number
  readonly signal: AbortSignal
  /** Hears each status, or the code of what went wrong on the way; `given up` where the client left. */
  readonly onOutcome: (outcome: string) => void
}

/** Asks one request after the other until the signal. */
export async function askLikePeople(asker: Asker, settings: AskingSettings): Promise<void> {
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
