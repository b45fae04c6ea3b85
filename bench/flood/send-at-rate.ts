import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadTarget } from '../load.ts'

/** How long requests took that were sent at a fixed rate. */
export interface RateResult {
  readonly p50Ms: number
  readonly p99Ms: number
}

/**
 * Sends `amount` requests, `perS` a second and evenly, whether those before are answered or not, and counts each from when it was
 * due: who sends late because the machine is busy does not look fast. Throws when one is not answered with 200.
 */
export async function sendAtRate(
  { url, headers }: LoadTarget,
  amount: number,
  perS: number,
): Promise<RateResult> {
  const agent = new Agent({ keepAlive: true })
  const ask = async (dueMs: number) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    get(url, { agent, headers }, (incoming) => {
      if (incoming.statusCode !== 200) reject(new Error(`${url}: ${incoming.statusCode}`))
      incoming.resume().once('end', () => resolve(performance.now() - dueMs))
    }).once('error', reject)
    return promise
  }
  const startMs = performance.now()
  const asked: Promise<number>[] = []
  while (asked.length < amount) {
    const dueMs = startMs + (asked.length * 1_000) / perS
    const waitMs = dueMs - performance.now()
    // A timer may be a little early.
    if (waitMs > 0) await sleep(Math.ceil(waitMs))
    asked.push(ask(dueMs))
  }
  const latencies = (await Promise.all(asked)).sort((one, other) => one - other)
  agent.destroy()
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
  return { p50Ms: at(0.5), p99Ms: at(0.99) }
}
