import type { QuotaLimits, QuotaName } from '../quota.ts'
import { QUOTA_NAMES } from '../quota.ts'
import type { Attempt, IsAnswer } from '../../platform/valkey/reconnecting-client.ts'
import type { Router } from '../../platform/valkey/cluster-router.ts'
import type { QuotaScripts, Script } from './quota-scripts.ts'
import type { QuotaSnapshot } from './quota-snapshots.ts'
import { ReplyMismatch, ServerError, type Answer } from '../../platform/valkey/valkey-connection.ts'
import { STATE_KEY } from './store-generation.ts'

/** Reply of the store. `raised` is whether the store knew less than the caller. */
export interface Counted extends QuotaSnapshot {
  readonly raised: boolean
}

/** Decision of the store. */
export interface Admitted extends Counted {
  /** The exceeded limits; empty when the attempt is admitted. */
  readonly violated: readonly QuotaName[]
}

/** The caller's high-water marks: counts it has seen before. */
export interface HighWaterMarks extends Pick<QuotaSnapshot, 'minute' | 'day'> {
  /** Leases of the developer that the caller holds. */
  readonly own: number
}

/** One attempt at admission. */
export interface AdmitRequest {
  readonly developerId: string
  readonly leaseId: string
  readonly limits: QuotaLimits
  readonly highWaterMarks: HighWaterMarks
  /** The store's generation that the caller knows; `''` matches any. */
  readonly generation: string
  /**
   * Whether an earlier attempt with this lease had no reply; a rejection then also cancels the
   * lease.
   */
  readonly isRepeated: boolean
}

type StateRequest = [developerId: string, highWaterMarks: HighWaterMarks, attempt: Attempt]

type RemainingLease = readonly [leaseId: string, leftMs: number]

/**
 * The scripts as functions. Each is one command to the server that has the developer's keys and
 * rejects with the client's errors.
 */
export interface QuotaCalls {
  /**
   * Decides on an attempt. Resolves to `undefined`, without any effect, when the store's generation
   * differs from the request's.
   */
  admit(request: AdmitRequest, attempt: Attempt): Promise<Admitted | undefined>
  read(...request: StateRequest): Promise<Counted>
  /** Raises lower counts of the store to the high-water marks; changes nothing else. */
  raise(...request: StateRequest): Promise<void>
  remove(developerId: string, leaseIds: readonly string[], attempt: Attempt): Promise<void>
  /** Like `remove`, for leases whose attempt may still arrive: a late attempt is not counted. */
  cancel(developerId: string, leaseIds: readonly string[], attempt: Attempt): Promise<void>
  restore(developerId: string, leases: readonly RemainingLease[], attempt: Attempt): Promise<void>
}

/** Prefix of every key, so that the server can be shared with other data that is never evicted. */
const PREFIX = 'backline:quota:'

/** Creates the calls. */
export function createQuotaCalls(
  router: Pick<Router, 'call'>,
  scripts: QuotaScripts,
  leaseMs: number,
): QuotaCalls {
  return new ScriptCalls(router, scripts, leaseMs)
}

class ScriptCalls implements QuotaCalls {
  readonly #router: Pick<Router, 'call'>
  readonly #scripts: QuotaScripts
  readonly #leaseMs: number
  #readCount = 0

  constructor(router: Pick<Router, 'call'>, scripts: QuotaScripts, leaseMs: number) {
    this.#router = router
    this.#scripts = scripts
    this.#leaseMs = leaseMs
  }

  async admit(
    { developerId, leaseId, limits, highWaterMarks, generation, isRepeated }: AdmitRequest,
    attempt: Attempt,
  ): Promise<Admitted | undefined> {
    const args = [
      ...argsOf(highWaterMarks),
      leaseId,
      this.#leaseMs,
      ...QUOTA_NAMES.map((name) => limits[name]),
      generation,
      isRepeated ? '1' : '',
    ]
    const isAnswer = echoes(leaseId)
    const own = keysOf(developerId)
    const keys = generation === '' ? own : ([...own, STATE_KEY] as const)
    const options = { attempt, isAnswer }
    const answer = await this.#run(this.#scripts.admit, keys, args.map(String), options)
    const mask = numbersOf(answer)[7] ?? 0
    if (mask < 0) return undefined
    return {
      ...countedOf(answer),
      violated: QUOTA_NAMES.filter((_, bit) => (mask & (1 << bit)) !== 0),
    }
  }

  async read(...request: StateRequest): Promise<Counted> {
    return countedOf(await this.#readState(this.#scripts.read, ...request))
  }

  async raise(...request: StateRequest): Promise<void> {
    await this.#readState(this.#scripts.raise, ...request)
  }

  async remove(developerId: string, leaseIds: readonly string[], attempt: Attempt): Promise<void> {
    const [, leases] = keysOf(developerId)
    const command = ['ZREM', leases, ...leaseIds]
    await this.#router.call(leases, command, attempt, isCountAtMost(leaseIds))
  }

  async cancel(developerId: string, leaseIds: readonly string[], attempt: Attempt): Promise<void> {
    const [, leases] = keysOf(developerId)
    const isAnswer = isCountAtMost(leaseIds)
    await this.#run(this.#scripts.cancel, [leases], leaseIds, { attempt, isAnswer })
  }

  async restore(
    developerId: string,
    remaining: readonly RemainingLease[],
    attempt: Attempt,
  ): Promise<void> {
    const [, leases] = keysOf(developerId)
    const { text } = this.#scripts.restore
    // Sends the text at once. A server that lost leases may have lost its scripts too, and some of
    // the leases could be released before a second command.
    const command = ['EVAL', text, '1', leases, ...remaining.flat().map(String)]
    await this.#router.call(leases, command, attempt, isCountAtMost(remaining))
  }

  #readState(
    script: Script,
    ...[developerId, highWaterMarks, attempt]: StateRequest
  ): Promise<Answer> {
    const token = `read ${(this.#readCount += 1)}`
    const options = { attempt, isAnswer: echoes(token) }
    return this.#run(script, keysOf(developerId), [...argsOf(highWaterMarks), token], options)
  }

  async #run(
    { sha1, text }: Script,
    keys: readonly [string, ...string[]],
    args: readonly string[],
    { attempt, isAnswer }: { readonly attempt: Attempt; readonly isAnswer: IsAnswer },
  ): Promise<Answer> {
    const rest = [String(keys.length), ...keys, ...args]
    try {
      return await this.#router.call(keys[0], ['EVALSHA', sha1, ...rest], attempt, isAnswer)
    } catch (error) {
      // NOSCRIPT: the server was restarted or replaced and has executed nothing.
      if (!(error instanceof ServerError && error.code === 'NOSCRIPT')) throw error
      return this.#router.call(keys[0], ['EVAL', text, ...rest], attempt, isAnswer)
    }
  }
}

/**
 * Returns the keys of a developer. The braces place both on one server of a cluster; the encoding
 * removes braces from the id.
 */
function keysOf(developerId: string): readonly [counts: string, leases: string] {
  const counts = `${PREFIX}{${encodeURIComponent(developerId)}}`
  return [counts, `${counts}:leases`]
}

function argsOf({ minute, day, own }: HighWaterMarks): string[] {
  return [minute.index, minute.count, day.index, day.count, own].map(String)
}

/**
 * Returns a check for the reply of a script that repeats `token`. A wrong checksum means that bytes
 * of the numbers are missing.
 */
function echoes(token: string): IsAnswer {
  return (answer) => {
    if (!Array.isArray(answer) || answer.length !== 10 || answer[9] !== token) return false
    const numbers = answer.slice(0, 9) as unknown[]
    if (!numbers.every((number) => Number.isSafeInteger(number))) return false
    const [sum, ...summed] = (numbers as number[]).toReversed()
    return sum === summed.reduce((all, number) => all + number, 0)
  }
}

/**
 * Returns a check for a reply that is a count. It cannot distinguish two such replies; the number
 * is not used, and the next relevant reply is checked by its token.
 */
function isCountAtMost({ length }: readonly unknown[]): IsAnswer {
  return (answer) => Number.isSafeInteger(answer) && Number(answer) >= 0 && Number(answer) <= length
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
  if (!Array.isArray(answer)) throw new ReplyMismatch()
  return answer.slice(0, 9) as number[]
}
