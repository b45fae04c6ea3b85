import type { Attempt, IsAnswer } from '../../platform/valkey/reconnecting-client.ts'
import type { Router } from '../../platform/valkey/cluster-router.ts'
import type { InstancePlace, InstancesFull } from '../instance-shares.ts'
import { readInstanceReply } from './instance-script.ts'
import type { QuotaScripts, Script } from './quota-scripts.ts'
import {
  markArgs,
  partArgs,
  readBatchReply,
  readStateReply,
  type BatchPart,
  type Counted,
  type HighWaterMarks,
  type PartOutcome,
} from './quota-batch.ts'
import { ReplyMismatch, ServerError, type Answer } from '../../platform/valkey/valkey-connection.ts'
import { STATE_KEY } from './store-generation.ts'

type StateRequest = [developerId: string, highWaterMarks: HighWaterMarks, attempt: Attempt]

type RemainingLease = readonly [leaseId: string, leftMs: number]

/**
 * The scripts as functions. Each is one command to the server that has the developer's keys and
 * rejects with the client's errors.
 */
export interface QuotaCalls {
  /**
   * Executes the parts in order, and resolves to their outcomes. `generation` is the store's
   * generation that the caller knows; `''` matches any. In a cluster, all parts must be of one
   * developer.
   */
  admit(
    parts: readonly BatchPart[],
    generation: string,
    attempt: Attempt,
  ): Promise<readonly PartOutcome[]>
  read(...request: StateRequest): Promise<Counted>
  /** Raises lower counts of the store to the high-water marks; changes nothing else. */
  raise(...request: StateRequest): Promise<void>
  remove(developerId: string, leaseIds: readonly string[], attempt: Attempt): Promise<void>
  /** Like `remove`, for leases whose attempt may still arrive: a late attempt is not counted. */
  cancel(developerId: string, leaseIds: readonly string[], attempt: Attempt): Promise<void>
  restore(developerId: string, leases: readonly RemainingLease[], attempt: Attempt): Promise<void>
  /** Registers or renews an instance. Idempotent. */
  registerInstance(
    developerId: string,
    instance: string,
    attempt: Attempt,
  ): Promise<InstancePlace | InstancesFull>
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
  #callCount = 0

  constructor(router: Pick<Router, 'call'>, scripts: QuotaScripts, leaseMs: number) {
    this.#router = router
    this.#scripts = scripts
    this.#leaseMs = leaseMs
  }

  admit(
    parts: readonly BatchPart[],
    generation: string,
    attempt: Attempt,
  ): Promise<readonly PartOutcome[]> {
    const token = `batch ${(this.#callCount += 1)} ${parts[0]?.attempts[0]?.leaseId ?? ''}`
    const keys = parts.flatMap(({ developerId }) => keysOf(developerId))
    if (generation !== '') keys.push(STATE_KEY)
    const args = [generation, String(this.#leaseMs), token, ...parts.flatMap(partArgs)]
    return this.#run(this.#scripts.admit, [keys, args], attempt, (answer) =>
      readBatchReply(answer, parts, token),
    )
  }

  async read(...request: StateRequest): Promise<Counted> {
    return this.#readState(this.#scripts.read, ...request)
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
    await this.#run(this.#scripts.cancel, [[leases], leaseIds], attempt, (answer) =>
      isAnswer(answer) ? true : undefined,
    )
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

  registerInstance(
    developerId: string,
    instance: string,
    attempt: Attempt,
  ): Promise<InstancePlace | InstancesFull> {
    const token = `instance ${(this.#callCount += 1)}`
    const key = `${keysOf(developerId)[0]}:instances`
    return this.#run(this.#scripts.instance, [[key], [instance, token]], attempt, (answer) =>
      readInstanceReply(answer, instance, token),
    )
  }

  #readState(
    script: Script,
    ...[developerId, highWaterMarks, attempt]: StateRequest
  ): Promise<Counted> {
    const token = `read ${(this.#callCount += 1)}`
    const input = [keysOf(developerId), [...markArgs(highWaterMarks), token]] as const
    return this.#run(script, input, attempt, (answer) => readStateReply(answer, token))
  }

  /** Runs a script. `read` returns `undefined` for a reply that cannot belong to the call. */
  async #run<Reply>(
    { sha1, text }: Script,
    [keys, args]: readonly [keys: readonly string[], args: readonly string[]],
    attempt: Attempt,
    read: (answer: Answer) => Reply | undefined,
  ): Promise<Reply> {
    const [home = ''] = keys
    const rest = [String(keys.length), ...keys, ...args]
    let reply: Reply | undefined
    const isAnswer = (answer: Answer) => (reply = read(answer)) !== undefined
    try {
      await this.#router.call(home, ['EVALSHA', sha1, ...rest], attempt, isAnswer)
    } catch (error) {
      // NOSCRIPT: the server was restarted or replaced and has executed nothing.
      if (!(error instanceof ServerError && error.code === 'NOSCRIPT')) throw error
      await this.#router.call(home, ['EVAL', text, ...rest], attempt, isAnswer)
    }
    if (reply === undefined) throw new ReplyMismatch()
    return reply
  }
}

/**
 * Returns the keys of a developer. The braces place both on one server of a cluster; the encoding
 * removes braces from the id.
 */
function keysOf(developerId: string): [counts: string, leases: string] {
  const counts = `${PREFIX}{${encodeURIComponent(developerId)}}`
  return [counts, `${counts}:leases`]
}

/**
 * Returns a check for a reply that is a count. It cannot distinguish two such replies; the number
 * is not used, and the next relevant reply is checked by its token.
 */
function isCountAtMost({ length }: readonly unknown[]): IsAnswer {
  return (answer) => Number.isSafeInteger(answer) && Number(answer) >= 0 && Number(answer) <= length
}
