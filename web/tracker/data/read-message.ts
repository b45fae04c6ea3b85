import type { Freshness, PublicEnvelope, PublicPart } from '../../../src/contract/public/messages.ts'
import { isRegion, type Region } from '../../words/regions.ts'

/** One run of an event. */
export interface GameRun {
  readonly region: Region
  readonly id: string
  /** Empty where nobody has said one. */
  readonly name: string
  readonly startsAtMs: number
  readonly endsAtMs: number
}

/** A time without readings. */
export interface GapSpan {
  readonly fromMs: number
  /** `undefined` while it lasts. */
  readonly untilMs: number | undefined
  readonly reason: NonNullable<PublicPart['Gap']['reason']>
}

/** A place of a board. */
export interface Place {
  readonly rank: number
  readonly points: number
  readonly holders: readonly string[]
}

/** A board that was read. */
export interface Reading {
  readonly fetchedAtMs: number
  readonly places: readonly Place[]
  readonly unheld: readonly number[]
}

/** How a board is watched. */
export interface Watched {
  readonly kind: 'event' | 'music' | 'challenge'
  readonly id: string
  readonly freshness: Freshness
  readonly ranks: readonly number[]
  readonly cadenceMs: number
  readonly fromMs: number | undefined
  readonly lastMs: number | undefined
  readonly nextDueMs: number | undefined
  readonly gap: GapSpan | undefined
}

/** A board now. */
export interface BoardNow {
  readonly run: GameRun | undefined
  readonly reading: Reading | undefined
  readonly watched: Watched
}

/** A time of a history: a reading, or a gap. */
export type TimelineEntry =
  | { readonly atMs: number; readonly points: ReadonlyMap<number, number | undefined> }
  | { readonly gap: GapSpan }

/** Fills in what a message leaves out because it is as usual. */
export function readRun(event: PublicPart['Event']): GameRun {
  const region = event.region ?? ''
  return {
    region: isRegion(region) ? region : 'jp',
    id: event.id ?? '0',
    name: event.name ?? '',
    startsAtMs: Number(event.startsAt ?? 0),
    endsAtMs: Number(event.endsAt ?? 0),
  }
}

/** A gap; nothing where the message has none. */
export function readGap(gap: PublicPart['Gap'] | undefined): GapSpan | undefined {
  if (gap?.reason === undefined) return undefined
  return { fromMs: Number(gap.from ?? 0), untilMs: timeOf(gap.until), reason: gap.reason }
}

/** How a board is watched. */
export function readWatch(watch: PublicPart['Watch'] = {}): Watched {
  return {
    kind: watch.kind ?? 'event',
    id: watch.id ?? '0',
    freshness: watch.freshness ?? 'unwatched',
    ranks: watch.ranks ?? [],
    cadenceMs: watch.cadenceMs ?? 0,
    fromMs: timeOf(watch.from),
    lastMs: timeOf(watch.lastSnapshotAt),
    nextDueMs: timeOf(watch.nextSnapshotDueAt),
    gap: readGap(watch.gap),
  }
}

/** A board now. */
export function readBoard(board: PublicEnvelope<'Board'>): BoardNow {
  const { event, snapshot, watch } = board
  return {
    run: event?.id === undefined ? undefined : readRun(event),
    reading:
      snapshot?.fetchedAt === undefined
        ? undefined
        : {
            fetchedAtMs: Number(snapshot.fetchedAt),
            places: (snapshot.rows ?? []).map(({ rank = 0, points = 0, holders = [] }) => ({
              rank,
              points,
              holders: holders.map(({ name = '', id = '' }) => (name === '' ? id : name)),
            })),
            unheld: snapshot.unheld ?? [],
          },
    watched: readWatch(watch),
  }
}

/** The entries of a history, at Unix times; or, of a comparison, at times since the start. */
export function readEntries(
  entries: readonly PublicPart['Entry'][] = [],
  startsAtMs = 0,
): readonly TimelineEntry[] {
  return entries.flatMap(({ fetchedAt, rows = [], unheld = [], gap }): readonly TimelineEntry[] => {
    const span = readGap(gap)
    if (span !== undefined) {
      const { fromMs, untilMs, reason } = span
      return [
        {
          gap: {
            fromMs: fromMs - startsAtMs,
            untilMs: untilMs === undefined ? undefined : untilMs - startsAtMs,
            reason,
          },
        },
      ]
    }
    if (fetchedAt === undefined) return []
    const held = rows.map(({ rank = 0, points = 0 }) => [rank, points] as const)
    const points = new Map<number, number | undefined>(held)
    for (const rank of unheld) points.set(rank, undefined)
    return [{ atMs: Number(fetchedAt) - startsAtMs, points }]
  })
}

function timeOf(text: string | undefined): number | undefined {
  return text === undefined || text === '0' ? undefined : Number(text)
}
