import { REGIONS, type Region } from '../game/region.ts'
import type { HistoryStore } from '../history/history-store.ts'
import type { Lease } from '../platform/concurrency/maintain-lease.ts'
import type { Clock } from '../platform/time/clock.ts'
import { startInterval } from '../platform/time/interval.ts'
import { DAY_MS } from '../platform/time/time-units.ts'
import { ClockObserver, type ClockObserverOptions } from './conditions/clock-observer.ts'
import { DataObserver } from './conditions/data-observer.ts'
import { LiveObserver, type ObservedHistory } from './conditions/live-observer.ts'
import { SubscriptionIndex } from './conditions/subscription-index.ts'
import type { ObserveWebhooks } from './observations.ts'
import { SenderLeaseLost, type Notice, type Outbox, type OutboxCursor } from './outbox.ts'

/** Milliseconds between two polls of live entries, and between two checks of time conditions. */
const [LIVE_MS, CLOCK_MS] = [1_000, 30_000]

/** Milliseconds after which the cursor is stored even without a notice. */
const CURSOR_MS = 10_000

/** Rows per read. */
const PAGE = 500

/** Options of {@link Observer}. */
export interface ObserverOptions extends Omit<
  ClockObserverOptions,
  'index' | 'history' | 'outbox' | 'data'
> {
  readonly history: ObservedHistory &
    ClockObserverOptions['history'] &
    Pick<HistoryStore, 'newestLive' | 'liveAfter'>
  readonly outbox: Pick<Outbox, 'cursor' | 'changedAfter' | 'enqueue' | 'expiringKeys'>
  readonly lease: Lease
  readonly clock: Clock
  readonly observe: ObserveWebhooks
  /** Called after notices were stored. */
  readonly onEnqueued: () => void
  /** Called when another node has the lease. */
  readonly onLost: () => void
}

/**
 * Reads live entries and checks time conditions while this process has the lease. Stores the
 * notices together with the cursor, so that occurrences while no process runs are sent later, once.
 */
export class Observer {
  readonly #options: ObserverOptions
  readonly #stopped = new AbortController()
  readonly #index = new SubscriptionIndex()
  readonly #data: DataObserver
  readonly #live: LiveObserver
  readonly #clockObserver: ClockObserver
  readonly #running: Promise<void>
  #cursor: OutboxCursor | undefined
  #storedAtMs = -Infinity

  constructor(options: ObserverOptions) {
    this.#options = options
    const index = this.#index
    const data = new DataObserver(index, options.clock)
    this.#data = data
    this.#live = new LiveObserver(options.history, index, data)
    this.#clockObserver = new ClockObserver({ ...options, index, data })
    const { clock, observe } = options
    this.#running = startInterval(
      {
        clock,
        pauseMs: LIVE_MS,
        signal: this.#stopped.signal,
        onFailure: (error) => observe({ type: 'fault', where: 'webhooks', error }),
      },
      () => this.#poll(),
    )
  }

  /** Revision of the last change of a webhook that is known. */
  get revision(): number {
    return this.#index.revision
  }

  /** Stops. Resolves when no work is pending. */
  async end(): Promise<void> {
    this.#stopped.abort()
    await this.#running
  }

  async #poll(): Promise<void> {
    const { outbox, onLost } = this.#options
    try {
      await this.#refreshIndex()
      this.#cursor ??= await outbox.cursor()
      await this.#readNext(this.#cursor)
    } catch (error) {
      // The same entries will be observed again, from the state before them.
      this.#live.reset()
      this.#data.reset()
      this.#cursor = undefined
      if (!(error instanceof SenderLeaseLost)) throw error
      this.#stopped.abort()
      onLost()
    }
  }

  async #refreshIndex(): Promise<void> {
    for (;;) {
      const changes = await this.#options.outbox.changedAfter(this.#index.revision, PAGE)
      for (const change of changes) this.#index.apply(change)
      if (changes.length < PAGE) return
    }
  }

  async #readNext(cursor: OutboxCursor): Promise<void> {
    const { outbox, lease, clock, observe, onEnqueued } = this.#options
    const nowMs = Math.floor(clock.nowMs())
    const { liveSeq, notices: live } = await this.#readLive(cursor.liveSeq)
    // `abs`: a clock that was set back must not produce a period that ends before its start.
    const isDue = Math.abs(nowMs - (cursor.clockMs ?? -Infinity)) >= CLOCK_MS
    const timed = isDue ? await this.#readClock(cursor.clockMs, nowMs) : []
    const next = { liveSeq, clockMs: isDue ? nowMs : cursor.clockMs }
    const notices = [...live, ...timed, ...this.#data.release()]
    const hasChanges = notices.length > 0 || cursor.liveSeq === undefined
    const isCursorDue = clock.monotonicMs() - this.#storedAtMs >= CURSOR_MS
    if (this.#stopped.signal.aborted) return
    this.#cursor = next
    if (!hasChanges && !isCursorDue) return
    await outbox.enqueue(notices, this.#data.storedCursor(next), lease)
    this.#storedAtMs = clock.monotonicMs()
    this.#clockObserver.markStored(timed)
    const deliveries = notices.reduce((sum, { webhookIds }) => sum + webhookIds.length, 0)
    if (deliveries === 0) return
    observe({ type: 'webhook.enqueued', deliveries })
    onEnqueued()
  }

  async #readClock(lastMs: number | undefined, nowMs: number): Promise<readonly Notice[]> {
    // On the first check, all occurrences count as sent already. Older than a day: not sent.
    const sinceMs = Math.min(nowMs, this.#index.sinceMs)
    const fromMs = lastMs === undefined ? nowMs : Math.max(lastMs, nowMs - DAY_MS, sinceMs)
    const notices = await this.#clockObserver.observe({ fromMs, untilMs: nowMs })
    return lastMs === undefined ? notices.map((one) => ({ ...one, webhookIds: [] })) : notices
  }

  async #readLive(
    lastSeq: number | undefined,
  ): Promise<{ readonly liveSeq: number; readonly notices: readonly Notice[] }> {
    const { history, observe } = this.#options
    const newest = await history.newestLive()
    if (lastSeq === undefined || this.#index.size === 0) return { liveSeq: newest, notices: [] }
    if (lastSeq > newest) {
      observe({ type: 'webhook.missed' })
      return { liveSeq: newest, notices: [] }
    }
    if (lastSeq === newest) return { liveSeq: newest, notices: [] }
    const notices: Notice[] = []
    for (const region of REGIONS) {
      notices.push(...(await this.#readRegion(region, lastSeq, newest)))
    }
    return { liveSeq: newest, notices }
  }

  async #readRegion(region: Region, lastSeq: number, newest: number): Promise<readonly Notice[]> {
    const { history, observe } = this.#options
    const notices: Notice[] = []
    let after = lastSeq
    while (!this.#stopped.signal.aborted) {
      const { entries, missed } = await history.liveAfter(region, after, PAGE)
      if (missed) observe({ type: 'webhook.missed' })
      for (const entry of entries) {
        if (entry.seq <= newest) notices.push(...(await this.#live.observe(entry)))
      }
      after = entries.at(-1)?.seq ?? newest
      if (entries.length < PAGE || after >= newest) break
    }
    return notices
  }
}
