import type { Clock } from '../domain/clock.ts'
import type { QuotaDecision, QuotaStore } from '../domain/quota.ts'
import type { Attacker } from './attack.ts'
import { pause } from '../domain/pause.ts'

/** An attempt after a refusal waits so long: a slot has to come free, and nothing is learned from asking faster. */
const REFUSED_PAUSE_MS = 1

/** Makes an attacker over a store of this process. The caller closes the store. */
export function createAttacker(store: QuotaStore, clock: Clock): Attacker {
  const kept: (readonly [developerId: string, leaseId: string])[] = []

  const attack: Attacker['attack'] = async (order, onProgress) => {
    const { developerId, limits, holdMs } = order
    const endMs = clock.monotonicMs() + order.timeMs
    const counts = { attempts: 0, admitted: 0, unknown: 0, refusedUnderQuota: 0 }
    const held: number[] = []
    let problem: string | undefined

    const attempt = async (leaseId: string) => {
      let decision: QuotaDecision
      try {
        decision = await store.take(developerId, limits, leaseId)
      } catch (error) {
        counts.unknown += 1
        problem ??= error instanceof Error ? error.message : String(error)
        // It may have been admitted all the same.
        store.release(developerId, leaseId)
        return pause(clock, REFUSED_PAUSE_MS)
      }
      if (decision.violated.length > 0) {
        if (!isJust(decision)) counts.refusedUnderQuota += 1
        // Only places come free again while an attack lasts.
        if (decision.violated.includes('concurrency')) return pause(clock, REFUSED_PAUSE_MS)
        return
      }
      counts.admitted += 1
      if (holdMs === undefined) return void kept.push([developerId, leaseId])
      const fromMs = clock.nowMs()
      if (holdMs > 0) {
        await pause(clock, holdMs)
        held.push(fromMs, clock.nowMs())
      }
      store.release(developerId, leaseId)
    }

    const stream = async () => {
      while (counts.attempts < order.attempts && clock.monotonicMs() < endMs) {
        const nth = (counts.attempts += 1)
        await attempt(`${order.leasePrefix}-${nth}`)
        // A store of this process answers at once; nothing else would get a turn.
        if (nth % 256 === 0) {
          onProgress(counts.attempts)
          await pause(clock, 0)
        }
      }
    }
    await Promise.all(Array.from({ length: order.inFlight }, stream))
    onProgress(counts.attempts)
    return { ...counts, problem, held }
  }

  return {
    attack,
    release: async () => {
      for (const [developerId, leaseId] of kept.splice(0)) store.release(developerId, leaseId)
    },
    close: async () => {},
  }
}

/** Whether a refusal agrees with the counts that came with it: each limit that it names is used up. */
function isJust({ violated, state }: QuotaDecision): boolean {
  return violated.every((name) => state.used[name] >= state.limits[name])
}
