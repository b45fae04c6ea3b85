import { randomUUID } from 'node:crypto'
import type { Clock } from '../time/clock.ts'
import { settlesWithin } from '../concurrency/settles-within.ts'
import type { OnStoreChange } from '../sql/watch-availability.ts'
import {
  createReconnectingClient,
  type Attempt,
  type IsAnswer,
  type ReconnectingClient,
} from './reconnecting-client.ts'
import { ServerError, type Answer, type ServerAddress } from './valkey-connection.ts'
import {
  createServerCheck,
  keySlot,
  parseServerUrl,
  redirectedTo,
  type ServerCheckOptions,
} from './valkey-server.ts'

/** Routes commands to the server that holds a key: of one server, or of a cluster. */
export interface Router {
  /**
   * Sends a command to the server that holds `key`. See {@link ReconnectingClient}, whose errors
   * these are.
   */
  call(
    key: string,
    command: readonly string[],
    attempt: Attempt,
    isAnswer: IsAnswer,
  ): Promise<Answer>
  /** Resolves after the first connection; rejects when its check failed. */
  readonly firstUp: Promise<void>
  close(): void
}

/** Options of {@link ClusterRouter}. */
export interface ClusterRouterOptions {
  /** The configured server. It is never dropped. */
  readonly seed: ServerAddress
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>
  /** Opens a client of a server. `onChange` reports that the server goes down or comes back. */
  readonly open: (server: ServerAddress, onChange: OnStoreChange) => ReconnectingClient
  /** Called when no server is left, and when one is back. */
  readonly onChange: OnStoreChange
}

/** Options of {@link openRouter}. */
export interface RouterOptions extends ServerCheckOptions {
  readonly url: string
  readonly clock: Clock
  /** Reply timeout of a server, in milliseconds. */
  readonly answerMs: number
  /** Called when a server goes down or comes back, and when the first one is not reachable yet. */
  readonly onChange: OnStoreChange
  /** Called when a later server is unfit as configured. */
  readonly onFatalError: (error: unknown) => void
}

/** Milliseconds that opening waits for a server that may still be starting. */
const OPEN_MS = 1_000

/**
 * Redirects followed per attempt: more than a move and its confirmation means an inconsistent
 * cluster.
 */
const REDIRECTS_MAX = 3

/**
 * Milliseconds after which a server that is down, or to which no slot leads any more, has left the
 * cluster: longer than a restart. A redirect to it opens it again.
 */
const LEFT_MS = 60_000

/** Milliseconds between two searches for servers that have left. */
const SWEEP_MS = 10_000

/**
 * Opens a router to a server or a cluster and checks each server on connection. Rejects when the
 * first one is unfit as configured. An unreachable one is reported, and retried.
 */
export async function openRouter(options: RouterOptions): Promise<Router> {
  const { url, clock, answerMs, onChange, onFatalError } = options
  const check = createServerCheck(options)
  const seed = parseServerUrl(url)
  const router = new ClusterRouter({
    seed,
    clock,
    open: (server, onServerChange) =>
      createReconnectingClient({
        server,
        clock,
        answerMs,
        check,
        seed: randomUUID(),
        onChange: onServerChange,
      }),
    onChange,
  })
  try {
    if (!(await settlesWithin(clock, OPEN_MS, router.firstUp))) {
      onChange(
        'away',
        new Error('The quota store is not reachable yet. Requests are rejected until it is.'),
      )
      router.firstUp.catch(onFatalError)
    }
    return router
  } catch (error) {
    router.close()
    throw error
  }
}

/** A server of the cluster, as far as redirects have told. */
interface Member {
  readonly client: ReconnectingClient
  /** When a command was last routed to it. Monotonic milliseconds. */
  usedMs: number
  /** Since when it was down in every search; `undefined` while it is up. */
  downSinceMs: number | undefined
  /** Whether its last command failed. */
  isCutOff: boolean
}

/**
 * Finds the servers of a cluster by their redirects, so that no slot map can become outdated; a
 * single server is a cluster that never redirects. While the server of a slot is down, another one
 * is tried, which knows its successor. Drops servers that have left the cluster.
 */
export class ClusterRouter implements Router {
  readonly #options: ClusterRouterOptions
  readonly #members = new Map<string, Member>()
  readonly #homes = new Map<number, Member>()
  readonly #first: Member
  #cancelSweep: (() => void) | undefined

  constructor(options: ClusterRouterOptions) {
    this.#options = options
    this.#first = this.#memberAt(options.seed)
  }

  get firstUp(): Promise<void> {
    return this.#first.client.firstUp
  }

  async call(
    key: string,
    command: readonly string[],
    attempt: Attempt,
    isAnswer: IsAnswer,
  ): Promise<Answer> {
    const slot = keySlot(key)
    let member = this.#homeOf(slot)
    for (let redirects = 0; ; redirects += 1) {
      member.usedMs = this.#options.clock.monotonicMs()
      try {
        return await member.client.call(command, attempt, isAnswer)
      } catch (error) {
        const next = redirects < REDIRECTS_MAX ? this.#next(slot, member, error) : undefined
        if (next === undefined) throw error
        member = next
        // While a slot migrates, its new server requires ASKING first; both are sent together.
        if (error instanceof ServerError && error.code === 'ASK') {
          member.client.call(['ASKING'], attempt, (answer) => answer === 'OK').catch(() => {})
        }
      }
    }
  }

  close(): void {
    this.#cancelSweep?.()
    for (const { client } of this.#members.values()) client.close()
  }

  #memberAt(server: ServerAddress): Member {
    const name = `${server.host}:${server.port}`
    const known = this.#members.get(name)
    if (known !== undefined) return known
    const member: Member = {
      client: this.#options.open(server, (state, error) => {
        // A command that was pending when the member was dropped says nothing any more.
        if (this.#members.get(name) === member) this.#note(member, state, error)
      }),
      usedMs: this.#options.clock.monotonicMs(),
      downSinceMs: undefined,
      isCutOff: false,
    }
    this.#members.set(name, member)
    if (this.#members.size === 2) this.#scheduleSweep()
    return member
  }

  #homeOf(slot: number): Member {
    const home = this.#homes.get(slot) ?? this.#first
    if (home.client.isUp) return home
    return this.#members.values().find(({ client }) => client.isUp) ?? home
  }

  /** Returns the member to try after a rejection, if it names or suggests another one. */
  #next(slot: number, member: Member, error: unknown): Member | undefined {
    if (!(error instanceof ServerError)) return undefined
    // A server that was taken from the cluster has no slots; the others know whose this one is.
    if (error.code === 'CLUSTERDOWN') {
      this.#homes.delete(slot)
      return this.#members.values().find((other) => other !== member && other.client.isUp)
    }
    if (error.redirect === undefined) return undefined
    const next = this.#memberAt(redirectedTo(this.#options.seed, error.redirect))
    if (error.code === 'MOVED') this.#homes.set(slot, next)
    return next
  }

  /**
   * Reports whether the store is down: when no server is left, because one of a cluster may be gone
   * for good, with its slots taken over.
   */
  #note(member: Member, state: 'away' | 'back', error: unknown): void {
    const { onChange } = this.#options
    member.isCutOff = state === 'away'
    const isLeft = this.#members.values().some(({ client, isCutOff }) => client.isUp && !isCutOff)
    if (state === 'back') onChange('back')
    else if (!isLeft) onChange('away', error)
  }

  #scheduleSweep(): void {
    this.#cancelSweep = this.#options.clock.after(SWEEP_MS, () => {
      this.#dropLeft()
      if (this.#members.size > 1) this.#scheduleSweep()
    })
  }

  /** Drops the members that have left the cluster. */
  #dropLeft(): void {
    const nowMs = this.#options.clock.monotonicMs()
    const isAnyUp = this.#members.values().some(({ client }) => client.isUp)
    const withSlots = new Set(this.#homes.values())
    for (const [name, member] of this.#members) {
      // While no server answers, this node may be cut off.
      if (member.client.isUp || !isAnyUp) member.downSinceMs = undefined
      else member.downSinceMs ??= nowMs
      const downMs = nowMs - (member.downSinceMs ?? nowMs)
      const isUnused = !withSlots.has(member) && nowMs - member.usedMs >= LEFT_MS
      if (member === this.#first || !(isUnused || downMs >= LEFT_MS)) continue
      this.#members.delete(name)
      for (const [slot, home] of this.#homes) if (home === member) this.#homes.delete(slot)
      member.client.close()
    }
  }
}
