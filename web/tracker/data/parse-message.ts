import type {
  Freshness,
  PublicEnvelope,
  PublicPart,
} from '../../../src/history/api/public-messages.ts'
import { isRegion, type Region } from '../../shared/i18n/regions.ts'

/** A time with a start and an end, in Unix ms. */
export interface Period {
  readonly startsAtMs: number
  readonly endsAtMs: number
}

/** One run of an event. */
export interface GameRun extends Period {
  readonly region: Region
  readonly id: string
  /** By language; empty if unknown. */
  readonly names: Readonly<Record<string, string>>
  /** Which run of its event it is, from 1; `undefined` if unknown. */
  readonly number: number | undefined
  /** As the game calls it; `undefined` if unknown. */
  readonly kind: string | undefined
  readonly bannerUrl: string | undefined
  /** When the results are published, in Unix ms, if the game computes them after the end. */
  readonly resultsAtMs: number | undefined
  /** Its challenge songs by their ids. */
  readonly songs: ReadonlyMap<string, Song>
}

/** A song with a board. */
export interface Song {
  /** By language; empty if unknown. */
  readonly names: Readonly<Record<string, string>>
  /** When it is ranked; `undefined` if unknown or without an end. */
  readonly period: Period | undefined
}

/** A period without snapshots. */
export interface GapSpan {
  readonly fromMs: number
  /** `undefined` while it lasts. */
  readonly untilMs: number | undefined
  readonly reason: NonNullable<PublicPart['Gap']['reason']>
}

/** A player on a board. */
export interface Player {
  /** The account id. */
  readonly id: string
  /** The id, if the name is unknown. */
  readonly name: string
}

/** A rank of a board. */
export interface Route {
  readonly rank: number
  readonly points: number
  readonly holders: readonly Player[]
}

/** A snapshot of a board. */
export interface Reading {
  readonly fetchedAtMs: number
  readonly places: readonly Route[]
  readonly unheld: readonly number[]
  /** Whether this is the final result of a run. */
  readonly isFinal: boolean
}

/** State of a watch. */
export interface WatchSummary {
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

/** Current state of a board. */
export interface BoardNow {
  readonly run: GameRun | undefined
  /** The song of the board, unless it is the board of an event. */
  readonly song: Song | undefined
  readonly reading: Reading | undefined
  readonly watched: WatchSummary
}

/** Implausible data of a snapshot, shown as reported. */
export interface TimelineAnomaly {
  readonly atMs: number
  readonly kind: NonNullable<PublicPart['Anomaly']['kind']>
  readonly rank: number
}

/** Entry of a timeline: a snapshot or a gap. */
export type TimelineEntry =
  | { readonly atMs: number; readonly points: ReadonlyMap<number, number | undefined> }
  | { readonly gap: GapSpan }

/** Parses a run, with defaults for omitted fields. */
export function parseRun(event: PublicPart['Event']): GameRun {
  const region = event.region ?? ''
  return {
    region: isRegion(region) ? region : 'jp',
    id: event.id ?? '0',
    names: event.name ?? {},
    number: event.run,
    kind: event.kind,
    bannerUrl: event.bannerUrl,
    startsAtMs: Number(event.startsAt ?? 0),
    endsAtMs: Number(event.endsAt ?? 0),
    resultsAtMs: timeOf(event.phases?.find(({ phase }) => phase === 'results')?.startsAt),
    songs: new Map(
      event.challenges?.map((song) => [song.challengeMusicId ?? '0', parseSong(song)]),
    ),
  }
}

function parseSong({
  name = {},
  startsAt,
  endsAt,
}: Partial<Pick<PublicPart['ChallengeSong'], 'name' | 'startsAt' | 'endsAt'>>): Song {
  const [startsAtMs, endsAtMs] = [timeOf(startsAt), timeOf(endsAt)]
  const hasPeriod = startsAtMs !== undefined && endsAtMs !== undefined
  return { names: name, period: hasPeriod ? { startsAtMs, endsAtMs } : undefined }
}

/** Parses a gap; `undefined` if the message has none. */
export function parseGap(gap: PublicPart['Gap'] | undefined): GapSpan | undefined {
  if (gap?.reason === undefined) return undefined
  return { fromMs: Number(gap.from ?? 0), untilMs: timeOf(gap.until), reason: gap.reason }
}

/** Parses a watch, with defaults for omitted fields. */
export function parseWatch(watch: PublicPart['Watch'] = {}): WatchSummary {
  return {
    kind: watch.kind ?? 'event',
    id: watch.id ?? '0',
    freshness: watch.freshness ?? 'unwatched',
    ranks: watch.ranks ?? [],
    cadenceMs: watch.cadenceMs ?? 0,
    fromMs: timeOf(watch.from),
    lastMs: timeOf(watch.lastSnapshotAt),
    nextDueMs: timeOf(watch.nextSnapshotDueAt),
    gap: parseGap(watch.gap),
  }
}

/** Parses the current state of a board. */
export function parseBoard(board: PublicEnvelope<'Board'>): BoardNow {
  const { event, song, challenge, snapshot, watch } = board
  const isSong = song?.id !== undefined || challenge?.challengeMusicId !== undefined
  return {
    run: event?.id === undefined ? undefined : parseRun(event),
    song: isSong ? parseSong({ ...song, ...challenge }) : undefined,
    reading:
      snapshot?.fetchedAt === undefined
        ? undefined
        : {
            fetchedAtMs: Number(snapshot.fetchedAt),
            places: (snapshot.rows ?? []).map(({ rank = 0, points = 0, holders = [] }) => ({
              rank,
              points,
              holders: holders.map(({ name = '', id = '' }) => ({ id, name: name || id })),
            })),
            unheld: snapshot.unheld ?? [],
            isFinal: snapshot.final === true,
          },
    watched: parseWatch(watch),
  }
}

/** Parses timeline entries. Times are Unix ms, or ms since the start in a comparison. */
export function parseEntries(
  entries: readonly PublicPart['Entry'][] = [],
  startsAtMs = 0,
): readonly TimelineEntry[] {
  return entries.flatMap(({ fetchedAt, rows = [], unheld = [], gap }): readonly TimelineEntry[] => {
    const span = parseGap(gap)
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

/** Returns the anomalies of a message of the history, except those without a time or kind. */
export function parseAnomalies(
  anomalies: readonly PublicPart['Anomaly'][] = [],
): readonly TimelineAnomaly[] {
  return anomalies.flatMap(({ at, kind, rank = 0 }) =>
    at === undefined || kind === undefined ? [] : [{ atMs: Number(at), kind, rank }],
  )
}
