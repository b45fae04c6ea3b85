import type { Clock } from '../../platform/time/clock.ts'
import { QUOTA_NAMES, type QuotaLimits, type QuotaName, type QuotaStore } from '../quota.ts'
import type { LoadSpec, LoadGenerator, LoadResult } from './load-generator.ts'
import { checkOverlap, type Finding } from './check-overlap.ts'
import { wait } from '../../platform/concurrency/wait.ts'

/** Size of a verification. */
export interface VerifySize {
  /** Attempts of each generator against each limit. */
  readonly attempts: number
  /** Milliseconds of load on each limit, at most. */
  readonly timeMs: number
}

/** Options of {@link verifyQuotas}. */
export interface VerifyOptions extends VerifySize {
  readonly loadGenerators: readonly LoadGenerator[]
  /** A store apart from the generators', over the same counts. */
  readonly store: QuotaStore
  readonly clock: Clock
  /** Returns a unique text; part of developer and lease ids. */
  readonly newId: () => string
  readonly onProgress: (progress: VerifyProgress) => void
}

/** Progress of a verification. */
export type VerifyProgress =
  | { readonly type: 'waiting'; readonly ms: number }
  | {
      readonly type: 'running'
      readonly name: QuotaName
      readonly attempts: number
      readonly total: number
    }

/** Limits that no run reaches. */
const UNREACHED_LIMITS: QuotaLimits = { minute: 900_000_000, day: 900_000_000, concurrency: 90_000 }

/** The concurrency limit under test: low, to force contention. */
const SLOTS = 8

/** Concurrent attempts of one generator. */
const IN_FLIGHT = 8

/** Milliseconds that each slot is in use in the second phase. */
const SERVICE_MS = 2

/** Share of attempts made before the first slot is released. */
const RUSH_SHARE = 0.1

/** Milliseconds that a minute must have left beyond the load, for setup and checks. */
const MARGIN_MS = 3_000

/** Milliseconds within which released slots must be free; stores may batch releases. */
const SETTLED_MS = 2_000

/**
 * Loads the minute, the day and the concurrency limit, one after the other, each with a new
 * developer id, and checks each. No run crosses a minute of the store's clock: it starts in one
 * with enough time left. Rejects when the store does not answer at all.
 */
export async function verifyQuotas(options: VerifyOptions): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const name of QUOTA_NAMES) findings.push(await verifyLimit(options, name))
  return findings
}

async function verifyLimit(options: VerifyOptions, name: QuotaName): Promise<Finding> {
  const { loadGenerators, store, clock, attempts, timeMs, newId } = options
  const isConcurrency = name === 'concurrency'
  const limit = isConcurrency
    ? SLOTS
    : Math.max(1, Math.floor((loadGenerators.length * attempts) / 4))
  const limits = { ...UNREACHED_LIMITS, [name]: limit }
  const developerId = `verify-${newId()}`
  const rushAttempts = isConcurrency ? Math.ceil(attempts * RUSH_SHARE) : attempts
  let attemptsMade = 0
  const runLoad = (phase: Pick<LoadSpec, 'attempts' | 'serviceMs'>) =>
    runAllGenerators(
      options,
      {
        developerId,
        limits,
        inFlight: IN_FLIGHT,
        timeMs: timeMs / (isConcurrency ? 2 : 1),
        ...phase,
      },
      (done) =>
        options.onProgress({
          type: 'running',
          name,
          attempts: attemptsMade + done,
          total: attempts * loadGenerators.length,
        }),
    )

  const state = await waitForTime(options, developerId, limits)
  const untilMs = clock.monotonicMs() + state.minuteEndsInMs
  const rush = await runLoad({ attempts: rushAttempts, serviceMs: isConcurrency ? undefined : 0 })
  await Promise.all(loadGenerators.map((loadGenerator) => loadGenerator.release()))
  let after = await readSettledState(store, clock, developerId, limits)
  let churn: readonly LoadResult[] = []
  if (isConcurrency) {
    attemptsMade = rush.reduce((sum, counts) => sum + counts.attempts, 0)
    churn = await runLoad({ attempts: attempts - rushAttempts, serviceMs: SERVICE_MS })
    after = await readSettledState(store, clock, developerId, limits)
  }
  const hasWindowEnded = clock.monotonicMs() >= untilMs
  return checkOverlap({ name, limit, rush, churn, after, hasWindowEnded })
}

/** Runs all generators concurrently; `onProgress` receives the total number of attempts made. */
async function runAllGenerators(
  { loadGenerators, newId }: VerifyOptions,
  spec: Omit<LoadSpec, 'leasePrefix'>,
  onProgress: (attempts: number) => void,
): Promise<readonly LoadResult[]> {
  const attemptsMade = loadGenerators.map(() => 0)
  return Promise.all(
    loadGenerators.map((loadGenerator, nth) =>
      loadGenerator.generateLoad({ ...spec, leasePrefix: `verify-${newId()}` }, (attempts) => {
        attemptsMade[nth] = attempts
        onProgress(attemptsMade.reduce((sum, count) => sum + count, 0))
      }),
    ),
  )
}

/**
 * Waits for a minute of the store's clock with enough time left for one run. Returns the state
 * then.
 */
async function waitForTime(
  { store, clock, timeMs, onProgress }: VerifyOptions,
  developerId: string,
  limits: QuotaLimits,
) {
  const state = await store.read(developerId, limits)
  if (state.minuteEndsInMs >= timeMs + MARGIN_MS) return state
  onProgress({ type: 'waiting', ms: state.minuteEndsInMs })
  await wait(clock, state.minuteEndsInMs)
  return store.read(developerId, limits)
}

/**
 * Returns the developer's state when no lease is left or the time is up; `undefined`: no answer.
 */
async function readSettledState(
  store: QuotaStore,
  clock: Clock,
  developerId: string,
  limits: QuotaLimits,
) {
  const untilMs = clock.monotonicMs() + SETTLED_MS
  for (;;) {
    try {
      const state = await store.read(developerId, limits)
      if (state.used.concurrency === 0 || clock.monotonicMs() >= untilMs) return state
    } catch {
      // checkOverlap reports the missing answer.
      if (clock.monotonicMs() >= untilMs) return undefined
    }
    await wait(clock, 20)
  }
}
