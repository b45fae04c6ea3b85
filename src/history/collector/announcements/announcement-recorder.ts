import type { Region } from '../../../game/region.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { PATCHES_MAX, type Fact, type FactContent, type FactKey } from '../../calendar/fact.ts'
import {
  announcementContent,
  announcementOf,
  type AnnouncementContent,
  type KnownAnnouncement,
} from '../../calendar/known-announcement.ts'
import type { Announcement } from '../../calendar/match-announcements.ts'
import type { HistoryStore } from '../../history-store.ts'

/** Maximum stored announcements per region; the oldest are deleted. */
const STORED_MAX = 300

/** Options of an {@link AnnouncementRecorder}. */
export interface AnnouncementRecorderOptions {
  readonly store: Pick<HistoryStore, 'facts' | 'patchFacts'>
  readonly clock: Pick<Clock, 'nowMs'>
  /** Converts the times of announcements to wall time (Unix ms). */
  readonly toWallMs: (gameMs: number) => number
}

interface Recorded {
  readonly key: FactKey
  readonly known: KnownAnnouncement
}

/** Records the announcements of the game, when each was first seen and when it last changed. */
export class AnnouncementRecorder {
  readonly #options: AnnouncementRecorderOptions
  /**
   * By region, then by id and start: an announcement that is shown again later is a separate one.
   */
  readonly #recorded = new Map<Region, Map<string, Recorded>>()

  constructor(options: AnnouncementRecorderOptions) {
    this.#options = options
  }

  /**
   * Records the new and changed announcements of a list. Rejects as the store does; a repeated call
   * then writes the rest.
   */
  async record(region: Region, listed: readonly Announcement[]): Promise<void> {
    const { store, clock, toWallMs } = this.#options
    const nowMs = Math.floor(clock.nowMs())
    const recorded = this.#recorded.get(region) ?? (await this.#read(region))
    const changed = new Map<string, Recorded>()
    const names = new Set<string>()
    for (const announcement of listed.slice(0, STORED_MAX)) {
      const { id, lastUpdatedAt = '0' } = announcement
      if (id === undefined) continue
      const content = announcementContent(announcement, toWallMs)
      const key = { region, kind: 'announcement', id, startsAtMs: content.shownFromMs } as const
      const name = nameOf(key)
      names.add(name)
      const before = recorded.get(name)?.known
      const updatedAtMs = Number(lastUpdatedAt) > 0 ? toWallMs(Number(lastUpdatedAt)) : 0
      const known = nextState(before, content, Math.min(updatedAtMs, nowMs), nowMs)
      if (known !== before) changed.set(name, { key: { ...key, source: 'announcement' }, known })
    }
    const removed = surplusOf(new Map([...recorded, ...changed]), names)
    const patches: Fact[] = [
      ...changed.values().map(({ key, known }) => ({ ...key, content: { ...known } })),
      ...removed.map(({ key, known }) => ({ ...key, content: withoutFields(known) })),
    ]
    for (let at = 0; at < patches.length; at += PATCHES_MAX) {
      await store.patchFacts(patches.slice(at, at + PATCHES_MAX))
    }
    for (const [name, one] of changed) recorded.set(name, one)
    for (const { key } of removed) recorded.delete(nameOf(key))
    this.#recorded.set(region, recorded)
  }

  async #read(region: Region): Promise<Map<string, Recorded>> {
    const facts = await this.#options.store.facts({ region, kind: 'announcement' })
    return new Map(
      facts.map((fact) => {
        const { content: _, ...key } = fact
        const { region: __, id: ___, startsAtMs: ____, ...known } = announcementOf(fact)
        return [nameOf(key), { key, known }]
      }),
    )
  }
}

/** Returns the updated announcement; `before` itself if nothing has changed. */
function nextState(
  before: KnownAnnouncement | undefined,
  content: AnnouncementContent,
  updatedAtMs: number,
  nowMs: number,
): KnownAnnouncement {
  if (before === undefined) {
    return { ...content, seenAtMs: nowMs, updatedAtMs: updatedAtMs || nowMs }
  }
  const isSame = (Object.keys(content) as (keyof AnnouncementContent)[]).every(
    (field) => before[field] === content[field],
  )
  if (isSame && updatedAtMs <= before.updatedAtMs) return before
  const isDated = updatedAtMs > before.updatedAtMs
  return { ...content, seenAtMs: before.seenAtMs, updatedAtMs: isDated ? updatedAtMs : nowMs }
}

/** Returns the oldest announcements beyond {@link STORED_MAX}, without listed ones. */
function surplusOf(
  all: ReadonlyMap<string, Recorded>,
  listed: ReadonlySet<string>,
): readonly Recorded[] {
  const surplus = all.size - STORED_MAX
  if (surplus <= 0) return []
  return [...all]
    .filter(([name]) => !listed.has(name))
    .map(([, one]) => one)
    .toSorted((one, other) => one.known.seenAtMs - other.known.seenAtMs)
    .slice(0, surplus)
}

/** Returns the patch that deletes a fact. */
function withoutFields(known: KnownAnnouncement): FactContent {
  return Object.fromEntries(Object.keys(known).map((field) => [field, null]))
}

function nameOf({ id, startsAtMs }: Pick<FactKey, 'id' | 'startsAtMs'>): string {
  return `${id}/${startsAtMs}`
}
