import type { QuotaLimits, QuotaName } from '../../domain/quota.ts'
import { QUOTA_NAMES } from '../../domain/quota.ts'
import type { Answer } from './connection.ts'
import type { Attempt } from './create-link.ts'
import type { Router } from './create-router.ts'
import type { QuotaScripts, Script } from './quota-scripts.ts'
import type { Standing } from './seen-counts.ts'
import { ServerError } from './server-error.ts'

/** What the store answered, and whether it knew less than the caller. */
export interface Counted extends Standing {
  readonly raised: boolean
}

/** The floors a caller gives with a call: what it has seen before. */
export interface Floors extends Pick<Standing, 'minute' | 'day'> {
  /** How many leases of the developer the caller holds. */
  readonly own: number
}

/** The scripts as functions. Each is one command to the server that has the developer's keys; errors are the link's. */
export interface QuotaCalls {
  admit(
    ask: { developerId: string; leaseId: string; limits: QuotaLimits; floors: Floors },
    attempt: Attempt,
  ): Promise<Counted & { readonly violated: readonly QuotaName[] }>
  read(developerId: string, floors: Floors, attempt: Attempt): Promise<Counted>
  remove(developerId: string, leaseIds: readonly string[], attempt: Attempt): Promise<void>
  /** As `remove`, for leases whose attempt may still be on its way; when it comes it is not counted. */
  strike(developerId: string, leaseIds: readonly string[], attempt: Attempt): Promise<void>
  restore(
    developerId: string,
    leases: readonly (readonly [leaseId: string, leftMs: number])[],
    attempt: Attempt,
  ): Promise<void>
}

/** Before every key, so that the server may be shared with something else that is never evicted. */
const PREFIX = 'backline:quota:'

/** Makes the calls. */
export function createQuotaCalls(
  router: Pick<Router, 'call'>,
  scripts: QuotaScripts,
  leaseMs: number,
): QuotaCalls {
  const run = async (
    { sha1, text }: Script,
    keys: readonly [string, ...string[]],
    words: readonly string[],
    attempt: Attempt,
  ): Promise<Answer> => {
    const rest = [String(keys.length), ...keys, ...words]
    try {
      return await router.call(keys[0], ['EVALSHA', sha1, ...rest], attempt)
    } catch (error) {
      // It was restarted, or is another one: it has not seen the script, and has done nothing.
      if (!(error instanceof ServerError && error.code === 'NOSCRIPT')) throw error
      return router.call(keys[0], ['EVAL', text, ...rest], attempt)
    }
  }

  return {
    admit: async ({ developerId, leaseId, limits, floors }, attempt) => {
      const words = [
        ...wordsOf(floors),
        leaseId,
        leaseMs,
        ...QUOTA_NAMES.map((name) => limits[name]),
      ]
      const answer = await run(scripts.admit, keysOf(developerId), words.map(String), attempt)
      const mask = numbersOf(answer)[7] ?? 0
      return {
        ...countedOf(answer),
        violated: QUOTA_NAMES.filter((_, bit) => (mask & (1 << bit)) !== 0),
      }
    },
    read: async (developerId, floors, attempt) =>
      countedOf(await run(scripts.read, keysOf(developerId), wordsOf(floors), attempt)),
    remove: async (developerId, leaseIds, attempt) => {
      const [, leases] = keysOf(developerId)
      await router.call(leases, ['ZREM', leases, ...leaseIds], attempt)
    },
    strike: async (developerId, leaseIds, attempt) => {
      const [, leases] = keysOf(developerId)
      await run(scripts.strike, [leases], leaseIds, attempt)
    },
    restore: async (developerId, left, attempt) => {
      const [, leases] = keysOf(developerId)
      // Its text at once: a server that has lost leases may have lost its scripts, and by a second command some of these
      // would have been given back.
      const command = ['EVAL', scripts.restore.text, '1', leases, ...left.flat().map(String)]
      await router.call(leases, command, attempt)
    },
  }
}

/** The braces keep a developer's keys on one server of a cluster. No id can bring braces of its own. */
function keysOf(developerId: string): readonly [counts: string, leases: string] {
  const counts = `${PREFIX}{${encodeURIComponent(developerId)}}`
  return [counts, `${counts}:leases`]
}

function wordsOf({ minute, day, own }: Floors): string[] {
  return [minute.index, minute.count, day.index, day.count, own].map(String)
}

function countedOf(answer: Answer): Counted {
  const [nowMs = 0, mi = 0, mc = 0, di = 0, dc = 0, leases = 0, raised = 0] = numbersOf(answer)
  const [minute, day] = [
    { index: mi, count: mc },
    { index: di, count: dc },
  ]
  return { nowMs, minute, day, leases, raised: raised === 1 }
}

function numbersOf(answer: Answer): readonly number[] {
  if (Array.isArray(answer) && answer.length >= 7 && answer.every(Number.isSafeInteger)) {
    return answer as number[]
  }
  throw new Error('The quota store gave an answer that no script of ours gives.')
}
