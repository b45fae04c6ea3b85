import type { Clock } from '../../domain/clock.ts'
import type { DayUsage } from '../../domain/day-usage.ts'
import type { Observe } from '../../domain/observation.ts'
import type { QuotaDecision, QuotaLimits, QuotaStore } from '../../domain/quota.ts'
import { StoreAway } from '../create-guard.ts'
import { watchAvailability } from '../watch-availability.ts'
import type { Attempt } from './create-link.ts'
import { createHeldLeases } from './held-leases.ts'
import { openRouter } from './open-router.ts'
import { createQuotaCalls, type Counted } from './quota-calls.ts'
import type { QuotaScripts } from './quota-scripts.ts'
import { createReleaseQueue } from './release-queue.ts'
import { createSeenCounts, stateOf } from './seen-counts.ts'
import { createUsageFloors } from './usage-floors.ts'

/** What the store of many nodes is opened with. */
export interface ValkeyQuotaSettings {
  /** Of a server of Valkey or Redis, or of any server of a cluster. */
  readonly url: string
  readonly clock: Clock
  readonly observe: Observe
  readonly scripts: QuotaScripts
  /** How long one answer of the server may take. A caller hears within twice that and a little. Milliseconds. */
  readonly answerMs: number
  /** How long a lease lasts that nobody gives back: longer than any request may take. Milliseconds. */
  readonly leaseMs: number
  /** Where day counts are kept apart from the store, if anywhere. */
  readonly usage?: DayUsage | undefined
  /** Hears, after the opening, that a server that came late must not be used as it is set up: waiting does not mend it. */
  readonly giveUp?: ((error: unknown) => void) | undefined
}

/** What an attempt and its repetition take beside waiting for the server. Milliseconds. */
const SLACK_MS = 20

/** So little time is not worth an attempt. */
const TOO_LATE_MS = 10

/** How long closing may wait for what is still to be given back. */
const CLOSE_MS = 1_000

/** Who a store that is away is tried with: no developer has such an id, and what is written lapses with it. */
const NOBODY = 'nobody: is the store back?'

/** The developers of whom a node remembers what it saw: about 300 bytes each. */
const DEVELOPERS_MAX = 50_000

/**
 * Counts on a server of Valkey or Redis, exactly, for any number of nodes. One script decides; its repetition with the
 * same lease id is charged once. See docs/adr/0011 for what happens when the server is away, frozen or emptied.
 *
 * Opening waits a moment for the server. Rejects when it must not be used as it is set up, and not when it is away: a
 * node that starts before its store refuses with 503 until it is there.
 */
export async function openValkeyQuotaStore(settings: ValkeyQuotaSettings): Promise<QuotaStore> {
  const { clock, observe, scripts, answerMs, leaseMs, usage, giveUp = () => {} } = settings
  const decisionMs = 2 * answerMs + SLACK_MS
  const availability = watchAvailability({
    clock,
    // A write, for a store whose memory is full answers everything else.
    probe: () => calls.restore(NOBODY, [[NOBODY, 1]], soon()),
    onChange: (state, error) => observe({ type: 'store.changed', store: 'quotas', state, error }),
  })
  const router = await openRouter({ ...settings, onChange: availability.note, giveUp })
  const calls = createQuotaCalls(router, scripts, leaseMs)
  const seen = createSeenCounts(DEVELOPERS_MAX)
  const held = createHeldLeases()
  /** Held leases of which an attempt got no answer: it may still be on its way, and come when the lease is given back. */
  const doubted = new Set<string>()
  /** The one attempt of a developer that finds out whether an old refusal still holds; the others wait for it. */
  const asking = new Map<string, Promise<QuotaDecision>>()
  const attemptUntil = (untilMs: number): Attempt => ({ untilMs, maybeDone: false })
  /** Makes a call, and once more when it fails and there is time: by then there is a new connection. */
  const twice = async <Result>({ untilMs }: Attempt, make: () => Promise<Result>) => {
    try {
      return await make()
    } catch (error) {
      if (untilMs - clock.monotonicMs() < TOO_LATE_MS) throw error
      return make()
    }
  }
  const soon = () => attemptUntil(clock.monotonicMs() + decisionMs)
  const releases = createReleaseQueue({
    clock,
    leaseMs,
    remove: (developerId, leaseIds) => calls.remove(developerId, leaseIds, soon()),
    strike: (developerId, leaseIds) => calls.strike(developerId, leaseIds, soon()),
  })
  const days =
    usage &&
    createUsageFloors({
      clock,
      usage,
      onRead: seen.raiseDay,
      onFailed: (error) => observe({ type: 'fault', where: 'quota.usage', error }),
    })

  const ownOf = (developerId: string) => held.count(developerId, clock.monotonicMs())
  const floorsOf = (developerId: string) => {
    const { minute, day } = seen.floorsOf(developerId)
    return { minute, day, own: ownOf(developerId) }
  }
  const note = (developerId: string, counted: Counted, askedMs: number) => {
    const nowMs = clock.monotonicMs()
    seen.note(developerId, counted, { askedMs, heardMs: nowMs, own: ownOf(developerId) })
    if (!counted.raised) return
    observe({ type: 'quota.counts_raised' })
    const left = held
      .of(developerId)
      .map(([leaseId, lapsesMs]) => [leaseId, Math.round(lapsesMs - nowMs)] as const)
      .filter(([, leftMs]) => leftMs > 0)
    // Never tried again: a lease that is given back meanwhile would stand again until it lapses.
    if (left.length > 0) calls.restore(developerId, left, soon()).catch(() => {})
  }

  const ask = async (
    developerId: string,
    limits: QuotaLimits,
    leaseId: string,
    untilMs: number,
  ): Promise<QuotaDecision> => {
    const attempt = attemptUntil(untilMs)
    try {
      return await twice(attempt, async () => {
        const askedMs = clock.monotonicMs()
        const inDoubt = attempt.maybeDone
        // First, for its places may be the very ones that are wanted.
        releases.send(developerId)
        const asks = { developerId, leaseId, limits, floors: floorsOf(developerId) }
        const { violated, ...counted } = await calls.admit(asks, attempt)
        if (violated.length === 0) {
          held.add(developerId, leaseId, askedMs + leaseMs)
          days?.note(developerId, counted.day)
          if (inDoubt) doubted.add(leaseId)
        } else if (inDoubt) releases.add(developerId, leaseId, { inDoubt })
        note(developerId, counted, askedMs)
        return { violated, state: stateOf(counted, limits) }
      })
    } catch (error) {
      if (attempt.maybeDone) {
        observe({ type: 'quota.outcome_unknown' })
        releases.add(developerId, leaseId, { inDoubt: true })
      }
      throw error
    }
  }

  /** One of them asks, and what it hears is for all that wait; they do not take its admission. */
  const askForAll = (...[developerId, limits, leaseId, untilMs]: Parameters<typeof ask>) => {
    const asked = ask(developerId, limits, leaseId, untilMs)
    asking.set(developerId, asked)
    return asked.finally(() => asking.delete(developerId))
  }

  const take: QuotaStore['take'] = async (developerId, limits, leaseId) => {
    const untilMs = clock.monotonicMs() + decisionMs
    // A lease that is held is being asked for again, and is admitted whatever is full.
    if (held.has(developerId, leaseId)) return ask(developerId, limits, leaseId, untilMs)
    const decide = () =>
      seen.decide(developerId, limits, {
        ms: clock.monotonicMs(),
        own: ownOf(developerId),
      })
    let decision = decide()
    if (decision === 'old') {
      const asked = asking.get(developerId)
      if (asked === undefined) return askForAll(developerId, limits, leaseId, untilMs)
      await asked
      decision = decide()
    }
    if (typeof decision === 'object') return decision
    if (untilMs - clock.monotonicMs() < TOO_LATE_MS) throw new StoreAway('The store is slow.')
    return ask(developerId, limits, leaseId, untilMs)
  }

  let closing: Promise<void> | undefined
  const close = async () => {
    availability.close()
    await Promise.all([releases.close(CLOSE_MS), days?.close(CLOSE_MS)])
    router.close()
  }
  return {
    take,
    release: (developerId, leaseId) => {
      held.delete(developerId, leaseId)
      releases.add(developerId, leaseId, { inDoubt: doubted.delete(leaseId) })
    },
    read: async (developerId, limits) => {
      const attempt = soon()
      const counted = await twice(attempt, () => {
        releases.send(developerId)
        return calls.read(developerId, floorsOf(developerId), attempt)
      })
      return stateOf(counted, limits)
    },
    close: () => (closing ??= close()),
  }
}
