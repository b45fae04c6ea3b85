import type { Clock } from '../../../platform/time/clock.ts'
import type { GameEvent } from '../../../game/game-event.ts'
import { REGIONS, type Region } from '../../../game/region.ts'
import {
  eventFactsOf,
  type EventFacts,
  type ObservedRun,
  type RunAnnouncement,
} from '../../calendar/event-facts.ts'
import { PATCHES_MAX, type Fact, type FactContent, type FactSource } from '../../calendar/fact.ts'
import { gachaFacts } from '../../calendar/gacha-announcements.ts'
import { matchAnnouncements, type Announcement } from '../../calendar/match-announcements.ts'
import type { HistoryStore } from '../../history-store.ts'

/** Options of a {@link FactRecorder}. */
export interface FactRecorderOptions {
  readonly store: Pick<HistoryStore, 'facts' | 'patchFacts' | 'snapshot'>
  readonly clock: Pick<Clock, 'nowMs'>
  /** Milliseconds after the end of an event until its board is settled. */
  readonly afterEndMs: number
  /** Converts the times of announcements to wall time (Unix ms). */
  readonly toWallMs: (gameMs: number) => number
}

/** The stored facts of one run. */
interface KnownFacts {
  announcement: RunAnnouncement | undefined
  observed: ObservedRun
  /** Whether its final result was searched for. */
  isSettled: boolean
}

/**
 * Records what the collector learns about runs: their announcement, when it first knew of them, and
 * when their final result was fetched.
 */
export class FactRecorder {
  readonly #options: FactRecorderOptions
  readonly #listed = new Map<Region, readonly Announcement[]>()
  /** By the key of the run. */
  #known = new Map<string, KnownFacts>()
  /** The written announcements of gachas as JSON, by region, announcement and start. */
  readonly #gachas = new Map<string, string>()
  #renewing: Promise<void> = Promise.resolve()

  constructor(options: FactRecorderOptions) {
    this.#options = options
  }

  /** Replaces the announcements of a region; the next {@link renew} records them. */
  setAnnouncements(region: Region, announcements: readonly Announcement[]): void {
    this.#listed.set(region, announcements)
  }

  /**
   * Records new facts about the given runs. Rejects as the store does; a repeated call then writes
   * the rest.
   */
  renew(events: readonly GameEvent[]): Promise<void> {
    // One at a time, so that no time is recorded twice.
    const renewing = this.#renewing.then(() => this.#renew(events))
    this.#renewing = renewing.catch(() => {})
    return renewing
  }

  async #renew(events: readonly GameEvent[]): Promise<void> {
    const known = await this.#readKnown(events)
    const found = [
      ...this.#announcementsOf(events, known),
      ...this.#gachaAnnouncements(),
      ...(await this.#seenOf(events, known)),
    ]
    for (let at = 0; at < found.length; at += PATCHES_MAX) {
      await this.#options.store.patchFacts(
        found.slice(at, at + PATCHES_MAX).map(({ patch }) => patch),
      )
    }
    for (const { onWritten } of found) onWritten()
    this.#known = known
  }

  /** Returns the cached facts of each run; reads those of new runs from the store. */
  async #readKnown(events: readonly GameEvent[]): Promise<Map<string, KnownFacts>> {
    const fresh = events.filter((run) => !this.#known.has(keyOf(run)))
    const read = new Map<string, EventFacts>()
    for (const region of REGIONS) {
      const ids = [...new Set(fresh.filter((run) => run.region === region).map(({ id }) => id))]
      if (ids.length === 0) continue
      const facts = await this.#options.store.facts({ region, kind: 'event', ids })
      for (const [id, some] of Map.groupBy(facts, (fact) => fact.id)) {
        read.set(`${region}/${id}`, eventFactsOf(some))
      }
    }
    return new Map(
      events.map((run) => {
        const facts = read.get(`${run.region}/${run.id}`)
        const stored: KnownFacts = {
          announcement: facts?.announcements.get(run.startsAtMs),
          observed: facts?.observed.get(run.startsAtMs) ?? {},
          isSettled: facts?.observed.get(run.startsAtMs)?.resultsAtMs !== undefined,
        }
        return [keyOf(run), this.#known.get(keyOf(run)) ?? stored]
      }),
    )
  }

  #announcementsOf(
    events: readonly GameEvent[],
    known: ReadonlyMap<string, KnownFacts>,
  ): readonly Write[] {
    return [...this.#listed].flatMap(([region, announcements]) => {
      const runs = events.filter((run) => run.region === region)
      const matched = matchAnnouncements(runs, announcements, this.#options.toWallMs)
      return [...matched].flatMap(([run, announcement]) => {
        const state = known.get(keyOf(run))
        if (state === undefined || isSame(state.announcement, announcement)) return []
        // A patch of `null` removes what an earlier announcement had.
        const content = { ...announcement, bannerUrl: announcement.bannerUrl ?? null }
        const onWritten = () => void (state.announcement = announcement)
        return [{ patch: patchOf(run, 'announcement', content), onWritten }]
      })
    })
  }

  #gachaAnnouncements(): readonly Write[] {
    return [...this.#listed].flatMap(([region, announcements]) =>
      gachaFacts(region, announcements, this.#options.toWallMs).flatMap((patch) => {
        const key = `${region}/${patch.id}/${patch.startsAtMs}`
        const content = JSON.stringify(patch.content)
        if (this.#gachas.get(key) === content) return []
        return [{ patch, onWritten: () => void this.#gachas.set(key, content) }]
      }),
    )
  }

  async #seenOf(
    events: readonly GameEvent[],
    known: ReadonlyMap<string, KnownFacts>,
  ): Promise<readonly Write[]> {
    const { clock, afterEndMs } = this.#options
    const nowMs = Math.floor(clock.nowMs())
    const writes: Write[] = []
    for (const run of events) {
      const state = known.get(keyOf(run))
      if (state === undefined) continue
      const isComing = nowMs < run.startsAtMs
      const isOver = nowMs >= run.endsAtMs + afterEndMs
      const content: Writable<ObservedRun> = periodFacts(run, state.observed, nowMs)
      if (isComing && state.observed.seenAtMs === undefined) content.seenAtMs = nowMs
      if (isOver && !state.isSettled) {
        const resultsAtMs = await this.#resultsAt(run, events)
        if (resultsAtMs === undefined) state.isSettled = true
        else content.resultsAtMs = resultsAtMs
      }
      if (Object.keys(content).length === 0) continue
      const onWritten = () => {
        state.observed = { ...state.observed, ...content }
        state.isSettled ||= isOver
      }
      writes.push({ patch: patchOf(run, 'observed', content), onWritten })
    }
    return writes
  }

  /** Returns the fetch time of the final result of a run; `undefined` if it was not collected. */
  async #resultsAt(
    { region, id, startsAtMs, endsAtMs }: GameEvent,
    events: readonly GameEvent[],
  ): Promise<number | undefined> {
    const later = events.filter(
      (run) => run.region === region && run.id === id && run.startsAtMs > startsAtMs,
    )
    const nextMs = Math.min(...later.map((run) => run.startsAtMs))
    const board = { region, kind: 'event', id } as const
    const untilMs = Number.isFinite(nextMs) ? nextMs - 1 : undefined
    const last = await this.#options.store.snapshot(board, untilMs)
    return last !== undefined && last.fetchedAtMs >= endsAtMs ? last.fetchedAtMs : undefined
  }
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] }

/** Returns what to record of a run whose period is new or has changed. */
function periodFacts(
  { startsAtMs, endsAtMs }: GameEvent,
  known: ObservedRun,
  nowMs: number,
): ObservedRun {
  if (known.startsAtMs === startsAtMs && known.endsAtMs === endsAtMs) return {}
  const isFirst = known.startsAtMs === undefined
  const changed = { changes: (known.changes ?? 0) + 1, changedAtMs: nowMs }
  return { startsAtMs, endsAtMs, ...(!isFirst && changed) }
}

/** A patch to write, with the update of the cached state after it. */
interface Write {
  readonly patch: Fact
  readonly onWritten: () => void
}

function patchOf(
  { region, id, startsAtMs }: GameEvent,
  source: FactSource,
  content: FactContent,
): Fact {
  return { region, kind: 'event', id, startsAtMs, source, content }
}

function keyOf({ region, id, startsAtMs }: GameEvent): string {
  return `${region}/${id}/${startsAtMs}`
}

function isSame(one: RunAnnouncement | undefined, other: RunAnnouncement): boolean {
  return (
    one?.announcementId === other.announcementId &&
    one.title === other.title &&
    one.bannerUrl === other.bannerUrl &&
    one.shownFromMs === other.shownFromMs
  )
}
