import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import process from 'node:process'
import { join } from 'node:path'
import type { QuotaLimits, QuotaName } from '../../src/domain/quota.ts'

/** What one process of an attack does. */
export interface Attack {
  readonly url: string
  readonly developerId: string
  readonly limits: QuotaLimits
  readonly attempts: number
  /** How many attempts are under way at one time. */
  readonly parallel: number
  /** An admitted place is given back after up to so many milliseconds; never when negative. */
  readonly holdMs: number
  /** By how much the clock of the node is wrong. */
  readonly clockOffsetMs: number
  readonly leaseMs: number
  /** The store's time as a Lua expression, where it is not the server's own. */
  readonly now?: string
}

/** What came of it. */
export interface Attacked {
  readonly admitted: number
  readonly refused: number
  readonly failed: number
  /** Refusals whose own state says that there was room. */
  readonly underQuota: number
  /** The most places that an admission saw in use, its own included. */
  readonly concurrencyMax: number
  readonly violated: Readonly<Partial<Record<QuotaName, number>>>
}

/** Starts an attack in a process of its own, which stays, with what it holds, until it is killed or has nothing to hold. */
export function startAttack(attack: Attack) {
  const file = join(import.meta.dirname, 'quota-attacker.ts')
  const child = spawn(process.execPath, [file, JSON.stringify(attack)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  return {
    /** Resolves when all attempts are over. */
    attacked: async (): Promise<Attacked> => {
      if (attack.holdMs < 0) return JSON.parse(String(await once(child.stdout, 'data'))) as Attacked
      return JSON.parse(await text(child.stdout)) as Attacked
    },
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}
