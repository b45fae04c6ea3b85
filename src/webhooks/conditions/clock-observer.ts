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
import { hasOpeningTab, openedNotices } from './announcement-notices.ts'
import type { DataObserver } from './data-observer.ts'
import type { SubscriptionIndex } from './subscription-index.ts'

/** Milliseconds of game time after the end of a run until its final cutoffs are known. */
const SETTLED_MS = 12 * MINUTE_MS

/** Runs of a region that are read at most. */
const RUNS_MAX = 200

/** Developers whose quota is read at once. */
const USAGE_CHUNK = 50

/** Options of {@link ClockObserver}. */
export interface ClockObserverOptions {
  readonly history: Pick<HistoryStore, 'facts' | 'runs' | 'snapshot' | 'watches'>
  readonly outbox: Pick<Outbox, 'expiringKeys'>
  /** Returns the requests of a developer today; `undefined` for an unknown one. */
  readonly readUsage: (developerId: string) => Promise<DeveloperUsage | undefined>
  readonly index: SubscriptionIndex
  readonly data: Pick<DataObserver, 'noteStale'>
  /** Game time per wall time. */
  readonly speed: number
}

/** Turns the passing of time into notices. */
export class ClockObserver {
  readonly #options: ClockObserverOptions
  /** Messages that need not be stored again. */
  readonly #told = new Set<string>()

  constructor(options: ClockObserverOptions) {
    this.#options = options
  }

  /**
   * Returns the notices of a period, and collects stale boards. Rejects as the stores do. Some
   * notices are those of an earlier period, which the outbox stores once.
   */
  async observe(period: Period): Promise<readonly Notice[]> {
    const { index, history, data } = this.#options
    if (index.has('data.stale')) data.noteStale(await history.watches(), period)
    const found = await Promise.all([
      this.#observeRuns(period),
      hasOpeningTab(index) ? this.#observeTab(period) : [],
      index.has('key.expiring') ? this.#observeKeys(period) : [],
      index.has('quota.used') ? this.#observeQuotas(period.untilMs) : [],
    ])
    return found.flat().filter(({ messageId }) => !this.#told.has(messageId))
  }

  /** Notes that these notices are stored. */
  noteStored(notices: readonly Notice[]): void {
    // Ids of past days: the outbox knows those that are still needed.
    if (this.#told.size > 100_000) this.#told.clear()
    for (const { messageId } of notices) this.#told.add(messageId)
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
