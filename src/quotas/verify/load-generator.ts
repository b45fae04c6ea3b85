import type { Clock } from '../../platform/time/clock.ts'
import type { QuotaDecision, QuotaLimits, QuotaStore } from '../quota.ts'
import { wait } from '../../platform/concurrency/wait.ts'

/** Load of one generator on one developer's quota. */
export interface LoadSpec {
  readonly developerId: string
  readonly limits: QuotaLimits
  /** Attempts to make. */
  readonly attempts: number
  /** Concurrent attempts. */
  readonly inFlight: number
  /** Milliseconds that an admitted attempt holds its slot; `undefined`: until `release`. */
  readonly serviceMs: number | undefined
  /** Milliseconds after which no further attempt starts. */
  readonly timeMs: number
  /** Prefix of the lease ids; unique per run. */
  readonly leasePrefix: string
}

/** Result of one generator. */
export interface LoadResult {
  /** Attempts made; fewer than requested when the time ended first. */
  readonly attempts: number
  readonly admitted: number
  /** Attempts without an answer from the store: charged or not. */
  readonly unknown: number
  /** Rejections for a limit that was not reached according to the rejection's own counts. */
  readonly refusedUnderQuota: number
  /** Message of the first failed attempt. */
  readonly problem: string | undefined
  /**
   * When each slot was in use, in whole Unix milliseconds, as a flat list of [from, to) pairs. Each
   * starts after the admission and ends before the release, so that any overlap is certain.
   */
  readonly intervals: readonly number[]
}

/** Load generator in this or another process. Each command is finished when its promise settles. */
export interface LoadGenerator {
  readonly generateLoad: (
    spec: LoadSpec,
    onProgress: (attempts: number) => void,
  ) => Promise<LoadResult>
  /** Releases every slot still in use. */
  readonly release: () => Promise<void>
  close(): Promise<void>
}

/** Delay after a rejection: a slot must be released first, and faster retries prove nothing. */
const REFUSED_PAUSE_MS = 1

/** Creates a load generator over a store of this process. The caller closes the store. */
export function createLoadGenerator(store: QuotaStore, clock: Clock): LoadGenerator {
  const unreleased: Lease[] = []
  return {
    generateLoad: (spec, onProgress) =>
      new LoadRun({ store, clock, unreleased, onProgress }, spec).finish(),
    release: async () => {
      for (const lease of unreleased.splice(0)) store.release(...lease)
    },
    close: async () => {},
  }
}

type Lease = readonly [developerId: string, leaseId: string]

interface LoadRunOptions {
  readonly store: QuotaStore
  readonly clock: Clock
  /** Receives the leases that stay in use after the run. */
  readonly unreleased: Lease[]
  readonly onProgress: (attempts: number) => void
}

/** One run of a load, and its result so far. */
class LoadRun {
  readonly #options: LoadRunOptions
  readonly #spec: LoadSpec
  readonly #endMs: number
  readonly #counts = { attempts: 0, admitted: 0, unknown: 0, refusedUnderQuota: 0 }
  readonly #intervals: number[] = []
  #problem: string | undefined

  constructor(options: LoadRunOptions, spec: LoadSpec) {
    this.#options = options
    this.#spec = spec
    this.#endMs = options.clock.monotonicMs() + spec.timeMs
  }

  /** Makes all attempts, and resolves with the result. */
  async finish(): Promise<LoadResult> {
    await Promise.all(Array.from({ length: this.#spec.inFlight }, () => this.#attemptUntilEnd()))
    this.#options.onProgress(this.#counts.attempts)
    return { ...this.#counts, problem: this.#problem, intervals: this.#intervals }
  }

  /** Makes attempts one after the other. */
  async #attemptUntilEnd(): Promise<void> {
    const { clock, onProgress } = this.#options
    const { attempts, leasePrefix } = this.#spec
    const counts = this.#counts
    while (counts.attempts < attempts && clock.monotonicMs() < this.#endMs) {
      const nth = (counts.attempts += 1)
      await this.#attempt(`${leasePrefix}-${nth}`)
      // A store in this process answers without I/O; without a pause nothing else would run.
      if (nth % 256 === 0) {
        onProgress(counts.attempts)
        await wait(clock, 0)
      }
    }
  }

  async #attempt(leaseId: string): Promise<void> {
    const { store, clock } = this.#options
    const { developerId, limits } = this.#spec
    let decision: QuotaDecision
    try {
      decision = await store.take(developerId, limits, leaseId)
    } catch (error) {
      this.#counts.unknown += 1
      this.#problem ??= error instanceof Error ? error.message : String(error)
      // The attempt may have been admitted nevertheless.
      store.release(developerId, leaseId)
      return void (await wait(clock, REFUSED_PAUSE_MS))
    }
    if (decision.violated.length === 0) return this.#occupySlot(leaseId)
    if (!isConsistent(decision)) this.#counts.refusedUnderQuota += 1
    // Only concurrency slots are freed during a run.
    if (decision.violated.includes('concurrency')) await wait(clock, REFUSED_PAUSE_MS)
  }

  async #occupySlot(leaseId: string): Promise<void> {
    const { store, clock, unreleased } = this.#options
    const { developerId, serviceMs } = this.#spec
    this.#counts.admitted += 1
    if (serviceMs === undefined) return void unreleased.push([developerId, leaseId])
    const fromMs = clock.nowMs()
    if (serviceMs > 0) {
      await wait(clock, serviceMs)
      this.#intervals.push(fromMs, clock.nowMs())
    }
    store.release(developerId, leaseId)
  }
}

/** Returns whether a rejection agrees with its own counts: each limit it names is reached. */
function isConsistent({ violated, state }: QuotaDecision): boolean {
  return violated.every((name) => state.used[name] >= state.limits[name])
}
