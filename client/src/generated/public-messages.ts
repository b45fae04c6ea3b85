// Generated from the contract by `npm run generate`. Do not edit.

import type {
  AnnouncementId,
  ArenaSeasonId,
  CardId,
  ChallengeMusicId,
  EventId,
  GachaId,
  MusicId,
  PlayerId,
} from './ids.ts'

/** A phase of a run. */
export interface PublicPhase {
  /** `announced`, `running`, `aggregating` (over, results pending), `results` (the board is final). */
  readonly phase: 'announced' | 'running' | 'aggregating' | 'results'
  /** Unix milliseconds. */
  readonly startsAt: string
  /** Unix milliseconds. Exclusive; absent if unknown. */
  readonly endsAt?: string | undefined
  /** Where its times come from, as in `sources` of the event. */
  readonly source: 'data' | 'announcement' | 'observed'
}

/** A challenge song of an event, and the period of its ranking. */
export interface PublicChallengeSong {
  /** The id of its board. */
  readonly challengeMusicId: ChallengeMusicId
  /** The id of the song that is played; absent if unknown. */
  readonly musicId?: MusicId | undefined
  /** The id of its event; absent if unknown. */
  readonly eventId?: EventId | undefined
  /** By language: its own name, else the song's; absent if unknown. */
  readonly name?: Readonly<Record<string, string>> | undefined
  /** Unix milliseconds. Start of its ranking; absent if unknown. */
  readonly startsAt?: string | undefined
  /** Unix milliseconds. Exclusive; absent if unknown. */
  readonly endsAt?: string | undefined
  /** `observed`: its board is watched, and nothing else is known. */
  readonly source: 'data' | 'announcement' | 'observed'
}

/** Where fields of an event come from. */
export interface PublicEventSources {
  readonly name?: 'data' | 'announcement' | 'observed' | undefined
  readonly bannerUrl?: 'data' | 'announcement' | 'observed' | undefined
  readonly kind?: 'data' | 'announcement' | 'observed' | undefined
}

/** One run of an event. A repeated event has the same id and another start. */
export interface PublicEvent {
  readonly region: string
  readonly id: EventId
  /** The number of this run among the known runs of the event, from 1. */
  readonly run: number
  /** By language (`en`, `ja`, `zh-Hant`, `zh-Hans`, `ko`); absent if unknown. An announcement has only the language of the region. */
  readonly name?: Readonly<Record<string, string>> | undefined
  /** Address of a picture; absent if unknown. */
  readonly bannerUrl?: string | undefined
  /** As the game's data calls it; absent if unknown. */
  readonly kind?: string | undefined
  /** Unix milliseconds. */
  readonly startsAt: string
  /** Unix milliseconds. Exclusive. */
  readonly endsAt: string
  /** State at the time of the response. */
  readonly state: 'coming' | 'running' | 'ended'
  /** The known phases in order. */
  readonly phases: readonly PublicPhase[]
  /** The challenge songs of this run, as far as they are known. */
  readonly challenges: readonly PublicChallengeSong[]
  /** `data`: the operator's data; `announcement`: an announcement of the game for this period; `observed`: seen by the collector. */
  readonly sources?: PublicEventSources | undefined
}

/** Event runs, latest start first. */
export interface PublicEventList {
  readonly events: readonly PublicEvent[]
  /** Present if there are more: pass it as `before`. */
  readonly nextBefore?: string | undefined
}

/** An arena season. */
export interface PublicArenaSeason {
  readonly id: ArenaSeasonId
  /** By language; absent if unknown. */
  readonly name?: Readonly<Record<string, string>> | undefined
  /** Unix milliseconds. Absent if unknown. */
  readonly startsAt?: string | undefined
  /** Unix milliseconds. Exclusive; absent if unknown. */
  readonly endsAt?: string | undefined
  readonly source: 'data' | 'announcement' | 'observed'
}

/** Where fields of a gacha come from. */
export interface PublicGachaSources {
  readonly name?: 'data' | 'announcement' | 'observed' | undefined
  readonly bannerUrl?: 'data' | 'announcement' | 'observed' | undefined
  /** Of `startsAt` and `endsAt`. */
  readonly period?: 'data' | 'announcement' | 'observed' | undefined
}

/** A gacha and its period. */
export interface PublicGacha {
  /** The id for its rates; absent if it is known only from an announcement. */
  readonly id?: GachaId | undefined
  /** The id of the announcement for this period. */
  readonly announcementId?: AnnouncementId | undefined
  /** By language; absent if unknown. */
  readonly name?: Readonly<Record<string, string>> | undefined
  /** Address of a picture; absent if unknown. */
  readonly bannerUrl?: string | undefined
  /** Unix milliseconds. Absent if unknown. */
  readonly startsAt?: string | undefined
  /** Unix milliseconds. Exclusive; absent if unknown. */
  readonly endsAt?: string | undefined
  readonly sources?: PublicGachaSources | undefined
}

/** What happens in a period of the game. */
export interface PublicCalendar {
  /** Unix milliseconds. Start of the range. */
  readonly from: string
  /** Unix milliseconds. End of the range, exclusive. */
  readonly until: string
  readonly events: readonly PublicEvent[]
  /** The challenge songs of these events, and other watched challenge boards. */
  readonly challenges: readonly PublicChallengeSong[]
  readonly arenaSeasons: readonly PublicArenaSeason[]
  readonly gachas: readonly PublicGacha[]
}

/** The name and picture of something in the game. */
export interface PublicName {
  readonly kind: 'event' | 'music' | 'challenge' | 'card' | 'supportCard' | 'gacha' | 'arena'
  readonly id: string
  /** By language. */
  readonly name?: Readonly<Record<string, string>> | undefined
  /** Address of a picture; absent if unknown. */
  readonly pictureUrl?: string | undefined
  readonly source: 'data' | 'announcement' | 'observed'
}

/** The known names of the requested ids. */
export interface PublicNameList {
  readonly names: readonly PublicName[]
}

/** A card, with its name if it is known. */
export interface PublicCard {
  /** The id of a member card. */
  readonly id: CardId
  /** By language; absent if unknown. */
  readonly name?: Readonly<Record<string, string>> | undefined
  /** Address of a picture; absent if unknown. */
  readonly pictureUrl?: string | undefined
}

/** A player who holds a rank. */
export interface PublicHolder {
  /** The account id. */
  readonly id: PlayerId
  readonly name: string
  /** The favorite member card. */
  readonly card?: PublicCard | undefined
  /** Total power of the deck, on boards of songs. */
  readonly deckPower?: number | undefined
}

/** A held rank. `points` is absent if 0. */
export interface PublicRow {
  readonly rank: number
  readonly points: number
  /** Only in the newest snapshot of a board. */
  readonly holders: readonly PublicHolder[]
}

/** A board at the time of one poll. */
export interface PublicSnapshot {
  /** Unix milliseconds. When it was fetched from the game. */
  readonly fetchedAt: string
  readonly rows: readonly PublicRow[]
  /** Polled ranks without a holder. */
  readonly unheld: readonly number[]
  /** Whether it is the final result of its run: fetched at or after the end of the run, and the results had come by then (phase `results`), or no later snapshot can come, because the next run has started or the board is no longer watched. */
  readonly final: boolean
}

/** The last snapshot of an ended run. */
export interface PublicRunResult {
  readonly event?: PublicEvent | undefined
  readonly snapshot?: PublicSnapshot | undefined
}

/** Results of ended runs, latest start first. */
export interface PublicResultList {
  readonly results: readonly PublicRunResult[]
  /** Present if there are more: pass it as `before`. */
  readonly nextBefore?: string | undefined
}

/** A song, with its name if it is known. */
export interface PublicSong {
  readonly id: MusicId
  /** By language; absent if unknown. */
  readonly name?: Readonly<Record<string, string>> | undefined
  /** Address of a picture; absent if unknown. */
  readonly pictureUrl?: string | undefined
}

/** A period without snapshots: the board's state in it is unknown. */
export interface PublicGap {
  /** Unix milliseconds. The last snapshot before the gap, else its first failed poll. */
  readonly from: string
  /** Unix milliseconds. The first snapshot after the gap; absent while it is open. */
  readonly until?: string | undefined
  readonly reason:
    | 'maintenance'
    | 'unavailable'
    | 'timeout'
    | 'upstream_error'
    | 'clock'
    | 'partial'
    | 'not_found'
    | 'not_collected'
    | 'store_unavailable'
    | 'stale'
  /** The number of failed polls in the gap. */
  readonly failures: number
}

/** A board that is polled regularly, and the state of that. */
export interface PublicWatch {
  readonly kind: 'event' | 'music' | 'challenge'
  readonly id: string
  /** Freshness of the board. `unwatched`: it is no longer polled. */
  readonly freshness: 'fresh' | 'late' | 'gap' | 'waiting' | 'paused' | 'ended' | 'unwatched'
  /** Milliseconds between two polls. */
  readonly cadenceMs: number
  /** The polled ranks; absent if the game returns the whole board. */
  readonly ranks: readonly number[]
  /** Unix milliseconds. Start of the watch; absent if unbounded. */
  readonly from?: string | undefined
  /** Unix milliseconds. End of the watch; absent if unbounded. */
  readonly until?: string | undefined
  /** Unix milliseconds. */
  readonly lastSnapshotAt?: string | undefined
  /** Unix milliseconds. No newer snapshot exists before; absent if none is due. */
  readonly nextSnapshotDueAt?: string | undefined
  /** The number of stored snapshots. */
  readonly snapshots: number
  /** The open gap. */
  readonly gap?: PublicGap | undefined
}

/** A board at one time. */
export interface PublicBoard {
  /** The run of the snapshot. */
  readonly event?: PublicEvent | undefined
  /** Of the board of a song, or of a challenge song whose song is known. */
  readonly song?: PublicSong | undefined
  /** Of the board of a challenge song, if its event is known. */
  readonly challenge?: PublicChallengeSong | undefined
  readonly snapshot?: PublicSnapshot | undefined
  /** The gap at that time. */
  readonly gap?: PublicGap | undefined
  readonly watch?: PublicWatch | undefined
}

/** A snapshot or a gap. */
export interface PublicEntry {
  /** Of a snapshot. Unix milliseconds. */
  readonly fetchedAt?: string | undefined
  /** In comparisons: milliseconds since the start of the run. */
  readonly sinceStart?: string | undefined
  /** Of a snapshot: the requested ranks that are held. */
  readonly rows: readonly PublicRow[]
  /** Of a snapshot: the requested ranks without a holder. */
  readonly unheld: readonly number[]
  /** Of a gap. The only other field is `sinceStart`. */
  readonly gap?: PublicGap | undefined
}

/** Implausible data in a snapshot, which is stored as the game returned it. */
export interface PublicAnomaly {
  /** Unix milliseconds. The fetch time of the snapshot. */
  readonly at: string
  /** `points_fell`: lower than in the previous snapshot of the run; `wrong_region`: the holder is on a board of another region. */
  readonly kind: 'points_fell' | 'wrong_region'
  readonly rank: number
  /** Of `points_fell`: the points in the previous snapshot. */
  readonly before: number
  /** The points in the snapshot. */
  readonly after: number
}

/** Ranks of a board over time. */
export interface PublicHistory {
  readonly event?: PublicEvent | undefined
  /** As in a board. */
  readonly song?: PublicSong | undefined
  /** As in a board. */
  readonly challenge?: PublicChallengeSong | undefined
  readonly step: string
  readonly entries: readonly PublicEntry[]
  /** Present if there are more entries: pass it as `from`. */
  readonly nextFrom?: string | undefined
  /** The requested ranks that are not watched and have no data in this range. */
  readonly notWatched: readonly number[]
  /** The first 100 of the requested ranks in this range, ascending by time. */
  readonly anomalies: readonly PublicAnomaly[]
  /** The number of further ones: in this range, and in its runs beyond 1,000 each. */
  readonly anomaliesOmitted: number
}

/** A rank in one snapshot. */
export interface PublicReading {
  /** Unix milliseconds. */
  readonly fetchedAt: string
  readonly points: number
}

/** Points per hour at a rank, or why they are unknown. */
export interface PublicRankSpeed {
  readonly rank: number
  /** Points per hour, rounded. Absent with `unknown`, and if 0. */
  readonly perHour?: number | undefined
  /** The newest snapshot at or before the start of the window. */
  readonly first?: PublicReading | undefined
  /** The newest snapshot at or before the end of the window. */
  readonly last?: PublicReading | undefined
  /** Milliseconds from `first` to `last`, over which the speed is computed. */
  readonly spanMs?: number | undefined
  /** Why the speed is unknown. */
  readonly unknown?: 'gap' | 'too_few_snapshots' | 'not_held' | 'not_watched' | undefined
}

/** Points per hour at ranks of a board. */
export interface PublicSpeed {
  readonly event?: PublicEvent | undefined
  readonly ranks: readonly PublicRankSpeed[]
  /** The gaps that overlap the window. */
  readonly gaps: readonly PublicGap[]
}

/** A player in one snapshot. */
export interface PublicPlayerEntry {
  /** Unix milliseconds. */
  readonly fetchedAt: string
  /** Absent if the player was at none of the polled ranks, or the snapshot has no players, until the next entry. */
  readonly rank?: number | undefined
  /** Absent without `rank`, and if 0. */
  readonly points?: number | undefined
}

/** The rank and the points of a player over time. */
export interface PublicPlayerHistory {
  readonly event?: PublicEvent | undefined
  /** From the newest snapshot of the board: only the `id` if the player is not in it. */
  readonly player?: PublicHolder | undefined
  readonly step: string
  /** Ascending by time, from the first snapshot with the player on. */
  readonly entries: readonly PublicPlayerEntry[]
  /** The gaps that overlap the entries. */
  readonly gaps: readonly PublicGap[]
  /** Present if there are more entries: pass it as `from`. */
  readonly nextFrom?: string | undefined
}

/** One run, by the time since its start. */
export interface PublicComparedRun {
  readonly event?: PublicEvent | undefined
  readonly entries: readonly PublicEntry[]
  /** Present if this run has more entries: pass it as `since`. */
  readonly nextSince?: string | undefined
  /** The requested ranks that are not watched on this board and have no data in this run. */
  readonly notWatched: readonly number[]
}

/** Runs side by side. */
export interface PublicComparison {
  readonly step: string
  readonly runs: readonly PublicComparedRun[]
}

/** The bounds of an interval of points. */
export interface PublicInterval {
  /** Never below the points in the snapshot. */
  readonly low: number
  readonly high: number
}

/** The predicted points of a rank at the end of its run, or why there are none. */
export interface PublicPredictedRank {
  readonly rank: number
  /** In the snapshot. */
  readonly points: number
  /** Half of the results are higher. Absent with `unknown`. */
  readonly value: number
  /** Contains half of the results. */
  readonly interval50?: PublicInterval | undefined
  /** Contains nine of ten results. */
  readonly interval90?: PublicInterval | undefined
  /** Why there is no prediction: `too_early` (less than 5 % or six hours of the run, no points yet, or the first day of the first run), `gap` (the newest snapshot is older than two hours), `not_held` (no player holds the rank), `no_past_run` (no past run has such a rank), `ended`. */
  readonly unknown: 'too_early' | 'gap' | 'not_held' | 'no_past_run' | 'ended'
  /** The final points, once the run has ended as announced at the time of the prediction. */
  readonly result: number
  /** With `result`: the predicted points minus the final ones, in thousandths of the final ones. Absent if 0. */
  readonly errorPermille: number
}

/** A prediction as it was made. */
export interface PublicPrediction {
  /** Unix milliseconds. */
  readonly madeAt: string
  /** Unix milliseconds. The newest snapshot that it comes from. */
  readonly snapshotAt: string
  /** Unix milliseconds. The end of the run that was announced then, for which it is. */
  readonly endsAt: string
  /** `analogs`: from past runs of the region. `rate`: the first run of a region continues at its rate; the intervals are assumed. */
  readonly model: 'analogs' | 'rate'
  /** Increases when the same data gives another prediction. */
  readonly version: number
  /** The number of past runs that it comes from. */
  readonly pastRuns: number
  /** What predictions of these runs from each other were off by at this time: the median, in thousandths of the result. Absent with fewer than two runs. */
  readonly medianErrorPermille: number
  readonly ranks: readonly PublicPredictedRank[]
}

/** How good predictions of past runs would have been. */
export interface PublicPredictionAccuracy {
  /** When the predictions were made, in percent of the run. */
  readonly elapsedPercent: number
  /** Absent: all ranks together. */
  readonly rank: number
  /** The number of predicted runs. */
  readonly runs: number
  /** The number of predictions. */
  readonly predictions: number
  /** Median of the absolute errors, in thousandths of the result. */
  readonly medianErrorPermille: number
  /** How many results were inside `interval50`. */
  readonly inside50Percent: number
  /** How many results were inside `interval90`. */
  readonly inside90Percent: number
}

/** The newest prediction of a run. */
export interface PublicPredictions {
  readonly event?: PublicEvent | undefined
  /** The newest one, in a run that has ended the last one. */
  readonly prediction?: PublicPrediction | undefined
  /** Why there is none: as `unknown` of a rank, or `not_predicted` (this server has made none yet). */
  readonly unknown: 'too_early' | 'gap' | 'not_held' | 'no_past_run' | 'ended' | 'not_predicted'
  /** The requested ranks that are not watched. */
  readonly notWatched: readonly number[]
  /** Of predictions of up to 30 past runs of the region, each made from what was known then: of all ranks together, and of the requested ones. */
  readonly accuracy: readonly PublicPredictionAccuracy[]
}

/** The predictions of a run, as they were made. */
export interface PublicPredictionHistory {
  readonly event?: PublicEvent | undefined
  /** Ascending by `madeAt`. */
  readonly predictions: readonly PublicPrediction[]
  /** The requested ranks that are not watched. */
  readonly notWatched: readonly number[]
  /** Present if there are more: pass it as `from`. */
  readonly nextFrom: string
}

/** The data collected on one UTC day. */
export interface PublicExportFile {
  /** The UTC day, such as `2026-11-20`. */
  readonly day: string
  /** The file name, which identifies its content. */
  readonly file: string
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string
  /** Size of the compressed file. */
  readonly bytes: number
  readonly snapshots: number
  /** Unix milliseconds. Start of the day. */
  readonly from: string
  /** Unix milliseconds. End of the day, exclusive. */
  readonly until: string
  /** The name of the previous file of the same day, all of whose data this file contains; absent for the first one. */
  readonly replaces?: string | undefined
}

/** The daily export files. */
export interface PublicExportList {
  readonly files: readonly PublicExportFile[]
}

/** The watched boards of a region. */
export interface PublicWatchList {
  readonly watches: readonly PublicWatch[]
}

/** The polls of one board over the last 7 days. */
export interface PublicWatchStatus {
  readonly kind: 'event' | 'music' | 'challenge'
  readonly id: string
  /** Freshness of the board. */
  readonly freshness: 'fresh' | 'late' | 'gap' | 'waiting' | 'paused' | 'ended' | 'unwatched'
  /** Unix milliseconds. */
  readonly lastSnapshotAt?: string | undefined
  /** The number of stored snapshots of the 7 days. */
  readonly snapshots: number
  /** The number of failed polls in the gaps of the 7 days; each gap counts in full. */
  readonly failures: number
  /** Snapshots plus failures. */
  readonly readings: number
  /** The newest 20 gaps that overlap the 7 days, newest first. */
  readonly gaps: readonly PublicGap[]
}

/** The number of calls with one outcome. */
export interface PublicCallOutcome {
  /** `answered`; `unknown`: not known to the game; `abandoned`: every client disconnected; else the error code. */
  readonly outcome: string
  readonly calls: number
}

/** Calls to the game of the region by the responding process. */
export interface PublicGatewayCalls {
  /** Unix milliseconds. When the process started to count. */
  readonly since: string
  readonly outcomes: readonly PublicCallOutcome[]
}

/** Data collection in a region over the last 7 days. */
export interface PublicStatus {
  /** Unix milliseconds. Start of the 7 days. */
  readonly since: string
  /** The watches of the 7 days. */
  readonly watches: readonly PublicWatchStatus[]
  readonly gatewayCalls?: PublicGatewayCalls | undefined
}
