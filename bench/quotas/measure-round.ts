import process from 'node:process'
import type { Subject } from './open-subjects.ts'

/** The measurements of one round of decisions. */
export interface Round {
  readonly perS: number
  /** CPU time of all threads of this process per decision. */
  readonly cpuUs: number
  /** CPU time of the server per decision, including the measurement query. */
  readonly serverCpuUs: number
}

let number = 0

/** Makes `amount` decisions, `inFlight` of them concurrently. */
export async function measureRound(
  { decide, serverCpuUs }: Subject,
  amount: number,
  inFlight: number,
): Promise<Round> {
  let left = amount
  const one = async () => {
    while (left > 0) {
      left -= 1
      await decide((number += 1))
    }
  }
  const serverBefore = await serverCpuUs()
  const before = process.cpuUsage()
  const startMs = performance.now()
  await Promise.all(Array.from({ length: inFlight }, one))
  const tookMs = performance.now() - startMs
  const { user, system } = process.cpuUsage(before)
  const server = (await serverCpuUs()) - serverBefore
  return {
    perS: (amount / tookMs) * 1_000,
    cpuUs: (user + system) / amount,
    serverCpuUs: server / amount,
  }
}
