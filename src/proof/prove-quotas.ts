import type { Clock } from '../domain/clock.ts'
import { QUOTA_NAMES, type QuotaLimits, type QuotaName, type QuotaStore } from '../domain/quota.ts'
import type { Attack, Attacker, Tally } from './attack.ts'
import { judge, type Finding } from './judge.ts'
import { pause } from '../domain/pause.ts'

/** How large a proof is. */
export interface ProofSize {
  /** Attempts of each attacker against each limit. */
  readonly attempts: number
  /** Milliseconds for which each limit is attacked, at most. */
  readonly timeMs: number
}

/** What a proof needs. */
export interface ProofSettings extends ProofSize {
  readonly attackers: readonly Attacker[]
  /** A store beside the attackers' own, over the same counts. */
  readonly store: QuotaStore
  readonly clock: Clock
  /** Makes a text that nobody has made before: developers and leases are named by it. */
  readonly newId: () => string
  readonly tell: (progress: ProofProgress) => void
}

/** How far a proof is. */
export type ProofProgress =
  | { readonly type: 'waiting'; readonly ms: number }
  | {
      readonly type: 'attacking'
      readonly name: QuotaName
      readonly attempts: number
      readonly total: number
    }

/** A limit that nothing here reaches. */
const OUT_OF_THE_WAY: QuotaLimits = { minute: 900_000_000, day: 900_000_000, concurrency: 90_000 }

/** Places of the concurrency limit: few, so that they are fought for. */
const PLACES = 8

/** Attempts of one attacker that are under way at one time. */
const IN_FLIGHT = 8

/** Milliseconds for which a place is held while places are taken and given back. */
const HOLD_MS = 2

/** The share of attempts that are made before the first place is given back. */
const RUSH_SHARE = 0.1

/** Milliseconds that a minute must have left beyond the attack, for what stands around it. */
const MARGIN_MS = 3_000

/** Milliseconds within which places that were given back have to be free: stores may gather what they are told. */
const SETTLED_MS = 2_000

/**
 * Attacks the minute, the day and the concurrency limit, one after the other, each as a developer made up for it, and
 * judges each. No attack straddles a minute of the store's clock, nor then a day: it is begun in one with enough time
 * left. Rejects when the store cannot be asked at all.
 */
export async function proveQuotas(settings: ProofSettings): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const name of QUOTA_NAMES) findings.push(await proveLimit(settings, name))
  return findings
}

async function proveLimit(settings: ProofSettings, name: QuotaName): Promise<Finding> {
  const { attackers, store, clock, attempts, timeMs, newId } = settings
  const isPlaces = name === 'concurrency'
  const limit = isPlaces ? PLACES : Math.max(1, Math.floor((attackers.length * attempts) / 4))
  const limits = { ...OUT_OF_THE_WAY, [name]: limit }
  const developerId = `verify-${newId()}`
  const rushAttempts = isPlaces ? Math.ceil(attempts * RUSH_SHARE) : attempts
  let made = 0
  const attack = (part: Pick<Attack, 'attempts' | 'holdMs'>) =>
    attackAll(
      settings,
      { developerId, limits, inFlight: IN_FLIGHT, timeMs: timeMs / (isPlaces ? 2 : 1), ...part },
      (done) =>
        settings.tell({
          type: 'attacking',
          name,
          attempts: made + done,
          total: attempts * attackers.length,
        }),
    )

  const state = await waitForTime(settings, developerId, limits)
  const untilMs = clock.monotonicMs() + state.minuteEndsInMs
  const rush = await attack({ attempts: rushAttempts, holdMs: isPlaces ? undefined : 0 })
  await Promise.all(attackers.map((attacker) => attacker.release()))
  let after = await settled(store, clock, developerId, limits)
  let churn: readonly Tally[] = []
  if (isPlaces) {
    made = rush.reduce((sum, tally) => sum + tally.attempts, 0)
    churn = await attack({ attempts: attempts - rushAttempts, holdMs: HOLD_MS })
    after = await settled(store, clock, developerId, limits)
  }
  const turned = clock.monotonicMs() >= untilMs
  return judge({ name, limit, rush, churn, after, turned })
}

/** Lets all attackers attack at one time; `onProgress` hears how many attempts they have made together. */
async function attackAll(
  { attackers, newId }: ProofSettings,
  order: Omit<Attack, 'leasePrefix'>,
  onProgress: (attempts: number) => void,
): Promise<readonly Tally[]> {
  const made = attackers.map(() => 0)
  return Promise.all(
    attackers.map((attacker, nth) =>
      attacker.attack({ ...order, leasePrefix: `verify-${newId()}` }, (attempts) => {
        made[nth] = attempts
        onProgress(made.reduce((sum, one) => sum + one, 0))
      }),
    ),
  )
}

/** Waits for a minute of the store's clock with enough time left for one attack. Answers where it stands then. */
async function waitForTime(
  { store, clock, timeMs, tell }: ProofSettings,
  developerId: string,
  limits: QuotaLimits,
) {
  const state = await store.read(developerId, limits)
  if (state.minuteEndsInMs >= timeMs + MARGIN_MS) return state
  tell({ type: 'waiting', ms: state.minuteEndsInMs })
  await pause(clock, state.minuteEndsInMs)
  return store.read(developerId, limits)
}

/** Where the developer stands when no lease is left, or when there was time enough for that; `undefined`: no answer. */
async function settled(store: QuotaStore, clock: Clock, developerId: string, limits: QuotaLimits) {
  const untilMs = clock.monotonicMs() + SETTLED_MS
  for (;;) {
    try {
      const state = await store.read(developerId, limits)
      if (state.used.concurrency === 0 || clock.monotonicMs() >= untilMs) return state
    } catch {
      // The judge says that there was no answer.
      if (clock.monotonicMs() >= untilMs) return undefined
    }
    await pause(clock, 20)
  }
}
