import { REGIONS } from '../../game/region.ts'
import type { HistoryStore } from '../../history/history-store.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/time/time-units.ts'
import type { Notice, Outbox } from '../outbox.ts'
import {
  announcedNotices,
  endedNotice,
  endingNotices,
  expiryNotices,
  quotaNotices,
  type DeveloperUsage,
  type Period,
} from './clock-notices.ts'
import { hasOpeningEventsTab, openedNotices } from './announcement-notices.ts'
import type { DataObserver } from './data-observer.ts'
import type { SubscriptionIndex } from './subscription-index.ts'

/** Milliseconds of game time from the end of a run until its cutoffs count as final. */
const SETTLED_MS = 12 * MINUTE_MS

/** Maximum runs of a region per read. */
const RUNS_MAX = 200

/** Developers whose quota usage is read concurrently. */
const USAGE_CHUNK = 50

/** Options of {@link ClockObserver}. */
export interface ClockObserverOptions {
  readonly history: Pick<HistoryStore, 'facts' | 'runs' | 'snapshot' | 'watches'>
  readonly outbox: Pick<Outbox, 'expiringKeys'>
  /** Returns the requests of a developer today; `undefined` for an unknown one. */
  readonly readUsage: (developerId: string) => Promise<DeveloperUsage | undefined>
  readonly index: SubscriptionIndex
  readonly data: Pick<DataObserver, 'addStale'>
  /** Ratio of game time to wall time. */
  readonly speed: number
}

/**
 * Creates the notices that depend on time: announced, ending and ended runs, stale data, expiring
 * keys and used quotas.
 */
export class ClockObserver {
  readonly #options: ClockObserverOptions
  /** Ids of messages that the outbox has stored, so that they are not stored again. */
  readonly #storedIds = new Set<string>()

  constructor(options: ClockObserverOptions) {
    this.#options = options
  }

  /**
   * Returns the notices of a period, and collects stale boards. Rejects as the stores do. May
   * return notices of an earlier period again; the outbox stores each once.
   */
  async observe(period: Period): Promise<readonly Notice[]> {
    const { index, history, data } = this.#options
    if (index.has('data.stale')) data.addStale(await history.watches(), period)
    const found = await Promise.all([
      this.#observeRuns(period),
      hasOpeningEventsTab(index) ? this.#observeTab(period) : [],
      index.has('key.expiring') ? this.#observeKeys(period) : [],
      index.has('quota.used') ? this.#observeQuotas(period.untilMs) : [],
    ])
    return found.flat().filter(({ messageId }) => !this.#storedIds.has(messageId))
  }

  /** Marks notices as stored: `observe` omits them from now on. */
  markStored(notices: readonly Notice[]): void {
    // Bounds the memory. The outbox ignores messages that it has stored already.
    if (this.#storedIds.size > 100_000) this.#storedIds.clear()
    for (const { messageId } of notices) this.#storedIds.add(messageId)
  }

  async #observeRuns(period: Period): Promise<readonly Notice[]> {
    const { history, index, speed } = this.#options
    const settledMs = SETTLED_MS / speed
    const found = await Promise.all(
      REGIONS.map(async (region) => {
        const runs = await history.runs({
          region,
          endsAfterMs: period.fromMs - settledMs,
          max: RUNS_MAX,
        })
        const settled = runs.filter(({ endsAtMs }) => {
          const atMs = endsAtMs + settledMs
          return period.fromMs < atMs && atMs <= period.untilMs
        })
        const ended = await Promise.all(
          settled.map(async (run) => {
            const board = { region, kind: 'event', id: run.id } as const
            const last = await history.snapshot(board, run.endsAtMs + settledMs)
            const isOwn = last !== undefined && last.fetchedAtMs >= run.startsAtMs
            return endedNotice(run, isOwn ? last.rows : [], index)
          }),
        )
        return [
          ...announcedNotices(runs, period.untilMs, index),
          ...endingNotices(runs, period, index),
          ...ended,
        ]
      }),
    )
    return found.flat()
  }

  async #observeTab(period: Period): Promise<readonly Notice[]> {
    const { history, index } = this.#options
    const found = await Promise.all(
      REGIONS.map(async (region) => {
        const facts = await history.facts({ region, kind: 'announcement' })
        return openedNotices(region, facts, period, index)
      }),
    )
    return found.flat()
  }

  async #observeKeys({ fromMs, untilMs }: Period): Promise<readonly Notice[]> {
    const { outbox, index } = this.#options
    const days = new Set(index.matches('key.expiring').map(({ condition }) => condition.days))
    const found = await Promise.all(
      [...days].map(async (some) => {
        const keys = await outbox.expiringKeys(fromMs + some * DAY_MS, untilMs + some * DAY_MS)
        return expiryNotices(some, keys, untilMs, index)
      }),
    )
    return found.flat()
  }

  async #observeQuotas(nowMs: number): Promise<readonly Notice[]> {
    const { readUsage, index } = this.#options
    const ids = [...new Set(index.matches('quota.used').map(({ developerId }) => developerId))]
    const notices: Notice[] = []
    for (let at = 0; at < ids.length; at += USAGE_CHUNK) {
      const some = await Promise.all(ids.slice(at, at + USAGE_CHUNK).map(readUsage))
      for (const usage of some) {
        if (usage !== undefined) notices.push(...quotaNotices(usage, nowMs, index))
      }
    }
    return notices
  }
}
