import { createHash } from 'node:crypto'
import type { Clock } from '../../platform/time/clock.ts'
import { wait } from '../../platform/concurrency/wait.ts'
import { settlesWithin } from '../../platform/concurrency/settles-within.ts'
import { StoreUnavailable } from '../../platform/sql/store-guard.ts'
import type { Attempt, IsAnswer } from '../../platform/valkey/reconnecting-client.ts'
import { SERVER_TIME } from './quota-scripts.ts'
import {
  ReplyMismatch,
  ServerError,
  type Answer,
  type Connection,
} from '../../platform/valkey/valkey-connection.ts'

/**
 * Generation of the server's data. A server that may have lost counts (emptied, restarted, replaced
 * by a replica) starts a new generation, which opens when every live node has pushed the counts
 * that it has seen. The admitting script compares the generation, so a node admits only in one that
 * it has pushed into. A cluster has no generations: a script reaches the keys of one slot only.
 */
export interface StoreGeneration {
  /**
   * The generation to admit in: `undefined` while it may lack this node's counts, `''` for a
   * cluster.
   */
  readonly current: string | undefined
  /** Checks a newly connected server before any other command is sent to it. */
  connected(isCluster: boolean, send: Connection['send']): Promise<void>
  /** Records that the server rejected `generation`. */
  noteLost(generation: string): void
  /**
   * Resolves when a generation is open; rejects with {@link StoreUnavailable} at `untilMs` on the
   * monotonic clock.
   */
  whenOpen(untilMs: number): Promise<void>
  /** Unregisters this node, so that others do not wait for it; for at most `withinMs`. */
  close(withinMs: number): Promise<void>
}

/** Options of {@link createStoreGeneration}. */
export interface StoreGenerationOptions {
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>
  /** Sends a command about the store's state. */
  readonly call: (
    command: readonly string[],
    attempt: Attempt,
    isAnswer: IsAnswer,
  ) => Promise<Answer>
  /** Unique id of this node. */
  readonly nodeId: string
  /** Timeout of one call. Milliseconds. */
  readonly callMs: number
  /** Pushes every count that this node knows, at the store's Unix milliseconds. Repeatable. */
  readonly push: (nowMs: number) => Promise<void>
}

/** Key of the shared state (a hash); beside it two sorted sets of nodes. */
export const STATE_KEY = 'backline:quota-store'
const NODES_KEY = `${STATE_KEY}:nodes`
const PUSHED_KEY = `${STATE_KEY}:pushed`

/** Interval of an idle node's checks: bounds how long a loss stays undetected. */
const CHECK_MS = 250

/** How long after its last check a node counts as live. */
const NODE_TTL_MS = 1_500

/** How long nodes that know of no other wait for one to register. */
const NOTICE_MS = 500

/** How long a generation waits for the counts of all live nodes. */
const WAIT_MS = 1_000

/** Delay between checks while other nodes push their counts. */
const POLL_MS = 20

/**
 * Lua script. Takes the three keys, then the node, its time to live, a random id, the number of
 * nodes the caller knows, the generation it has pushed into, the two waits, and a token. Returns
 * the open generation or `''`, the generation that opens next, the number of live nodes, the time
 * and the token. A generation starts with the server's run id: another server, or the same one
 * after a restart, may hold lower counts than nodes have seen.
 */
const JOIN = `
local now = ${SERVER_TIME}
local info = redis.pcall('INFO', 'server')
local run = type(info) == 'string' and string.match(info, 'run_id:(%w+)') or ''
local function isOfRun(generation) return generation ~= '' and string.sub(generation, 1, #run) == run end
local state = redis.call('HMGET', KEYS[1], 'open', 'coming', 'began', 'nodes')
local open, coming = state[1] or '', state[2] or ''
if not isOfRun(open) then
  local began, nodes = tonumber(state[3] or 0), tonumber(state[4] or 0)
  open = ''
  if not isOfRun(coming) then
    coming, began, nodes = run .. ':' .. ARGV[3], now, 0
    redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', '+inf')
  end
  local known = tonumber(ARGV[4])
  nodes = math.max(nodes, known)
  if known > 0 and ARGV[5] == coming then redis.call('ZADD', KEYS[3], 0, ARGV[1]) end
  local waited = math.abs(now - began)
  local pushed = redis.call('ZCOUNT', KEYS[3], '-inf', '+inf')
  if (nodes > 0 and pushed >= nodes) or (nodes == 0 and waited >= tonumber(ARGV[6])) or waited >= tonumber(ARGV[7]) then
    open, coming = coming, ''
  end
  redis.call('HSET', KEYS[1], 'open', open, 'coming', coming, 'began', string.format('%d', began), 'nodes', nodes)
end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', string.format('%d', now))
redis.call('ZADD', KEYS[2], string.format('%d', now + tonumber(ARGV[2])), ARGV[1])
return { open, coming, redis.call('ZCOUNT', KEYS[2], '-inf', '+inf'), now, ARGV[8] }`

interface Joined {
  readonly open: string
  readonly coming: string
  readonly nodes: number
  readonly nowMs: number
}

/** Tracks the generations of a store until it is closed. */
export function createStoreGeneration(options: StoreGenerationOptions): StoreGeneration {
  return new GenerationTracker(options)
}

class GenerationTracker implements StoreGeneration {
  readonly #options: StoreGenerationOptions
  #isCluster = false
  #current: string | undefined
  /** Live nodes at this node's last check; 0 before the first. */
  #knownNodes = 0
  #joinCount = 0
  #recovering: Promise<void> | undefined
  #isClosed = false
  #cancelCheck = () => {}

  constructor(options: StoreGenerationOptions) {
    this.#options = options
    this.#scheduleCheck()
  }

  get current(): string | undefined {
    return this.#current
  }

  async connected(isCluster: boolean, send: Connection['send']): Promise<void> {
    this.#isCluster = isCluster
    if (isCluster) {
      this.#current = ''
      return
    }
    const before = this.#current
    this.#current = undefined
    try {
      const joined = await this.#join(before ?? '', async (command, isAnswer) => {
        const answer = await send(command)
        if (!isAnswer(answer)) throw new ReplyMismatch()
        return answer
      })
      if (joined.open !== '' && (joined.open === before || this.#knownNodes === 0))
        this.#adopt(joined)
    } catch (error) {
      // It is checked again before anything is admitted, and that caller gets the error.
      if (!(error instanceof ServerError)) throw error
    }
  }

  noteLost(generation: string): void {
    if (this.#current === generation && !this.#isCluster) this.#current = undefined
  }

  async whenOpen(untilMs: number): Promise<void> {
    const { clock } = this.#options
    for (;;) {
      if (this.#current !== undefined) return
      const leftMs = untilMs - clock.monotonicMs()
      if (this.#isClosed || leftMs <= 0 || !(await settlesWithin(clock, leftMs, this.#recover()))) {
        throw new StoreUnavailable(
          'The quota store has lost counts; the nodes are restoring them. Retry shortly.',
        )
      }
    }
  }

  async close(withinMs: number): Promise<void> {
    const { clock, nodeId } = this.#options
    this.#isClosed = true
    this.#cancelCheck()
    if (this.#isCluster || this.#knownNodes === 0) return
    const unregistered = this.#call(['ZREM', NODES_KEY, nodeId], Number.isSafeInteger)
    await settlesWithin(
      clock,
      withinMs,
      unregistered.catch(() => {}),
    )
  }

  #scheduleCheck(): void {
    // The store guard reports the error; the next check retries.
    this.#cancelCheck = this.#options.clock.after(CHECK_MS, () => {
      this.#check()
        .catch(() => {})
        .finally(() => {
          if (!this.#isClosed) this.#scheduleCheck()
        })
    })
  }

  async #check(): Promise<void> {
    if (this.#isCluster || this.#recovering !== undefined) return
    const before = this.#current
    if (before === undefined) return this.#recover()
    const joined = await this.#join(before)
    if (joined.open === before && this.#current === before) return this.#adopt(joined)
    if (this.#current === before) this.#current = undefined
    return this.#recover()
  }

  /** Resolves when a generation is open that has this node's counts. Callers share one recovery. */
  #recover(): Promise<void> {
    return (this.#recovering ??= this.#pushUntilOpen().finally(() => {
      this.#recovering = undefined
    }))
  }

  async #pushUntilOpen(): Promise<void> {
    const { clock, push } = this.#options
    let pushed = ''
    for (;;) {
      if (this.#isClosed || this.#isCluster) return
      const joined = await this.#join(pushed)
      const { open, coming } = joined
      // A node that has seen no generation has nothing to push into an open one.
      if (open !== '' && (open === pushed || this.#knownNodes === 0)) return this.#adopt(joined)
      const target = open === '' ? coming : open
      if (pushed === target) await wait(clock, POLL_MS)
      else {
        await push(joined.nowMs)
        pushed = target
      }
    }
  }

  #adopt({ open, nodes }: Joined): void {
    this.#current = open
    this.#knownNodes = Math.max(1, nodes)
  }

  /** Registers this node with the generation that it has pushed into, and returns the state. */
  async #join(
    pushed: string,
    send: (command: readonly string[], isAnswer: IsAnswer) => Promise<Answer> = (...sent) =>
      this.#call(...sent),
  ): Promise<Joined> {
    const token = `join ${(this.#joinCount += 1)}`
    const command = this.#joinCommand(pushed, token)
    return joinedOf(await send(command, (answer) => isJoined(answer, token)))
  }

  #joinCommand(pushed: string, token: string): readonly string[] {
    const { nodeId } = this.#options
    const random = createHash('sha1').update(`${nodeId} ${token}`).digest('hex').slice(0, 16)
    const known = this.#knownNodes
    const args = [nodeId, NODE_TTL_MS, random, known, pushed, NOTICE_MS, WAIT_MS, token]
    return ['EVAL', JOIN, '3', STATE_KEY, NODES_KEY, PUSHED_KEY, ...args.map(String)]
  }

  #call(command: readonly string[], isAnswer: IsAnswer): Promise<Answer> {
    const { clock, call, callMs } = this.#options
    const attempt = { untilMs: clock.monotonicMs() + callMs, outcomeUnknown: false }
    return call(command, attempt, isAnswer)
  }
}

function isJoined(answer: Answer, token: string): boolean {
  return (
    Array.isArray(answer) &&
    answer.length === 5 &&
    answer[4] === token &&
    Number.isSafeInteger(answer[2]) &&
    Number.isSafeInteger(answer[3])
  )
}

function joinedOf(answer: Answer): Joined {
  const [open, coming, nodes, nowMs] = answer as [string, string, number, number]
  return { open, coming, nodes, nowMs }
}
