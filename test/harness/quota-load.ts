import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import process from 'node:process'
import { join } from 'node:path'
import type { QuotaLimits, QuotaName } from '../../src/quotas/quota.ts'

/** Options of one process of a quota load. */
export interface QuotaLoadOptions {
  readonly url: string
  readonly developerId: string
  readonly limits: QuotaLimits
  readonly attempts: number
  /** Concurrent attempts. */
  readonly parallel: number
  /** Maximum milliseconds until an admitted slot is released; negative: never. */
  readonly holdMs: number
  /** Clock error of the node in milliseconds. */
  readonly clockOffsetMs: number
  readonly leaseMs: number
  /** The store's time as a Lua expression, if not the server's. */
  readonly now?: string
}

/** The result of a quota load. */
export interface QuotaLoadResult {
  readonly admitted: number
  readonly refused: number
  readonly failed: number
  /** Rejections whose own state has room. */
  readonly underQuota: number
  /** The maximum slots in use that an admission reported, including its own. */
  readonly concurrencyMax: number
  readonly violated: Readonly<Partial<Record<QuotaName, number>>>
}

/** Starts a quota load in a process, which keeps its slots until it is killed or holds none. */
export function startQuotaLoad(options: QuotaLoadOptions) {
  const file = join(import.meta.dirname, 'quota-load-worker.ts')
  const child = spawn(process.execPath, [file, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  return {
    /** Resolves when all attempts have finished. */
    result: async (): Promise<QuotaLoadResult> => {
      if (options.holdMs < 0)
        return JSON.parse(String(await once(child.stdout, 'data'))) as QuotaLoadResult
      return JSON.parse(await text(child.stdout)) as QuotaLoadResult
    },
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}
