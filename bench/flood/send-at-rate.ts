import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadTarget } from '../load.ts'

/** Latencies of requests at a fixed rate, in milliseconds. */
export interface RateResult {
  readonly p50Ms: number
  readonly p99Ms: number
  /** Responses other than 200; their latencies are left out. */
  readonly refused: number
}

/**
 * Sends `amount` requests at an even rate of `perS` per second, regardless of pending responses.
 * Counts latency from when a request is due, so that a delayed client does not hide it (coordinated
 * omission).
 */
export async function sendAtRate(
  { url, headers }: LoadTarget,
  amount: number,
  perS: number,
): Promise<RateResult> {
  const agent = new Agent({ keepAlive: true })
  const request = async (dueMs: number) => {
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
    get(url, { agent, headers }, (incoming) => {
      const isAnswer = incoming.statusCode === 200
      incoming.resume().once('end', () => resolve(isAnswer ? performance.now() - dueMs : undefined))
    }).once('error', reject)
    return promise
  }
  const startMs = performance.now()
  const pending: Promise<number | undefined>[] = []
  while (pending.length < amount) {
    const dueMs = startMs + (pending.length * 1_000) / perS
    const waitMs = dueMs - performance.now()
    // Timers may fire slightly early.
    if (waitMs > 0) await sleep(Math.ceil(waitMs))
    pending.push(request(dueMs))
  }
  const answered = (await Promise.all(pending)).filter((ms) => ms !== undefined)
  const latencies = answered.sort((one, other) => one - other)
  agent.destroy()
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
  return { p50Ms: at(0.5), p99Ms: at(0.99), refused: amount - answered.length }
}
