// Generated from the contract by `npm run generate`. Do not edit.

import type { CallOptions, Data, FillMode, PublicResult } from '../result.ts'
import type { ChallengeMusicId, EventId, MusicId, PlayerId } from './ids.ts'
import type { Region } from './operation-types.ts'
import type {
  PublicBoard,
  PublicCalendar,
  PublicComparison,
  PublicEntry,
  PublicEvent,
  PublicEventList,
  PublicExportList,
  PublicHistory,
  PublicNameList,
  PublicPlayerEntry,
  PublicPlayerHistory,
  PublicPrediction,
  PublicPredictionHistory,
  PublicPredictions,
  PublicResultList,
  PublicRunResult,
  PublicSpeed,
  PublicStatus,
  PublicWatchList,
} from './public-messages.ts'

/** The parameters of `public.events.list`. */
export interface PublicEventsListParameters {
  /** Only runs that started before this time. */
  readonly before?: number | string | Date | undefined
}

/** The parameters of `public.events.get`. */
export interface PublicEventsGetParameters {
  /** Event id. */
  readonly eventId: EventId
}

/** The parameters of `public.calendar`. */
export interface PublicCalendarParameters {
  /** Start of the range. */
  readonly from?: number | string | Date | undefined
  /** End of the range, exclusive. */
  readonly until?: number | string | Date | undefined
}

/** The parameters of `public.names`. */
export interface PublicNamesParameters {
  /** Event ids. */
  readonly event?: readonly string[] | undefined
  /** Song ids. */
  readonly music?: readonly string[] | undefined
  /** Challenge song ids. */
  readonly challenge?: readonly string[] | undefined
  /** Member card ids. */
  readonly card?: readonly string[] | undefined
  /** Support card ids. */
  readonly supportCard?: readonly string[] | undefined
  /** Gacha ids. */
  readonly gacha?: readonly string[] | undefined
  /** Arena season ids. */
  readonly arenaSeason?: readonly string[] | undefined
}

/** The parameters of `public.event.cutoffs`. */
export interface PublicEventCutoffsParameters {
  /** Event id. */
  readonly eventId: EventId
  /** Start of the run. Default: the latest run that has started. */
  readonly startsAt?: number | string | Date | undefined
}

/** The parameters of `public.event.cutoffsAt`. */
export interface PublicEventCutoffsAtParameters {
  /** Event id. */
  readonly eventId: EventId
  /** Time of the board. */
  readonly time: number | string | Date
}

/** The parameters of `public.event.history`. */
export interface PublicEventHistoryParameters {
  /** Event id. */
  readonly eventId: EventId
  /** Requested ranks, in any order: `1` and `100` are two ranks, not a range. */
  readonly ranks: readonly number[]
  /** Interval between returned snapshots. `raw`: every snapshot. */
  readonly step?: 'raw' | '5m' | '15m' | '1h' | '1d' | undefined
  /** Start of the range. */
  readonly from?: number | string | Date | undefined
  /** End of the range, exclusive. */
  readonly until?: number | string | Date | undefined
  /** Start of the run. Default: the latest run that has started. */
  readonly startsAt?: number | string | Date | undefined
}

/** The parameters of `public.event.speed`. */
export interface PublicEventSpeedParameters {
  /** Event id. */
  readonly eventId: EventId
  /** Requested ranks, in any order: `1` and `100` are two ranks, not a range. */
  readonly ranks: readonly number[]
  /** Length of the time window. */
  readonly window?: '15m' | '1h' | '3h' | '6h' | '1d' | undefined
  /** End of the window. Default: now. */
  readonly at?: number | string | Date | undefined
}

/** The parameters of `public.event.comparison`. */
export interface PublicEventComparisonParameters {
  /** Event id. */
  readonly eventId: EventId
  /** Start of the run. Default: the latest run that has started. */
  readonly startsAt?: number | string | Date | undefined
  /** Requested ranks, in any order: `1` and `100` are two ranks, not a range. */
  readonly ranks: readonly number[]
  /** Runs to compare with. */
  readonly with?: readonly string[] | undefined
  /** Interval between returned snapshots. `raw`: every snapshot. */
  readonly step?: 'raw' | '5m' | '15m' | '1h' | '1d' | undefined
  /** Offset of the first entry from the start of each run. */
  readonly since?: number | string | Date | undefined
}

/** The parameters of `public.event.player`. */
export interface PublicEventPlayerParameters {
  /** Event id. */
  readonly eventId: EventId
  /** The account id: the `id` of a holder. */
  readonly playerId: PlayerId
  /** Interval between returned snapshots. `raw`: every snapshot. */
  readonly step?: 'raw' | '5m' | '15m' | '1h' | '1d' | undefined
  /** Start of the range. */
  readonly from?: number | string | Date | undefined
  /** End of the range, exclusive. */
  readonly until?: number | string | Date | undefined
  /** Start of the run. Default: the latest run that has started. */
  readonly startsAt?: number | string | Date | undefined
}

/** The parameters of `public.event.chart.png`. */
export interface PublicEventChartPngParameters {
  /** Event id. */
  readonly eventId: EventId
  /** Start of the run. Default: the latest run that has started. */
  readonly startsAt?: number | string | Date | undefined
  /** Requested ranks, in any order: `1` and `100` are two ranks, not a range. */
  readonly ranks?: readonly number[] | undefined
  /** Start of the range. */
  readonly from?: number | string | Date | undefined
  /** End of the range, exclusive. */
  readonly until?: number | string | Date | undefined
  /** Width in pixels, rounded to a multiple of 40. */
  readonly width?: number | undefined
  /** Height in pixels, rounded to a multiple of 30. */
  readonly height?: number | undefined
  /** Color theme. */
  readonly theme?: 'light' | 'dark' | undefined
  /** Language of texts and numbers. */
  readonly language?: 'en' | 'ja' | 'zh-Hant' | 'zh-Hans' | 'ko' | undefined
  /** Time zone of the displayed times. */
  readonly zone?: string | undefined
  /** `1`: also show where each rank is predicted to end, with both intervals. */
  readonly prediction?: '1' | undefined
  /** Runs to compare with. */
  readonly with?: readonly string[] | undefined
}

/** The parameters of `public.event.chart.svg`. */
export interface PublicEventChartSvgParameters {
  /** Event id. */
  readonly eventId: EventId
  /** Start of the run. Default: the latest run that has started. */
  readonly startsAt?: number | string | Date | undefined
  /** Requested ranks, in any order: `1` and `100` are two ranks, not a range. */
  readonly ranks?: readonly number[] | undefined
  /** Start of the range. */
  readonly from?: number | string | Date | undefined
  /** End of the range, exclusive. */
  readonly until?: number | string | Date | undefined
  /** Width in pixels, rounded to a multiple of 40. */
  readonly width?: number | undefined
  /** Height in pixels, rounded to a multiple of 30. */
  readonly height?: number | undefined
  /** Color theme. */
  readonly theme?: 'light' | 'dark' | undefined
  /** Language of texts and numbers. */
  readonly language?: 'en' | 'ja' | 'zh-Hant' | 'zh-Hans' | 'ko' | undefined
  /** Time zone of the displayed times. */
  readonly zone?: string | undefined
  /** `1`: also show where each rank is predicted to end, with both intervals. */
  readonly prediction?: '1' | undefined
  /** Runs to compare with. */
  readonly with?: readonly string[] | undefined
}

/** The parameters of `public.current.chart.png`. */
export interface PublicCurrentChartPngParameters {
  /** Requested ranks, in any order: `1` and `100` are two ranks, not a range. */
  readonly ranks?: readonly number[] | undefined
  /** Start of the range. */
  readonly from?: number | string | Date | undefined
  /** End of the range, exclusive. */
  readonly until?: number | string | Date | undefined
  /** Width in pixels, rounded to a multiple of 40. */
  readonly width?: number | undefined
  /** Height in pixels, rounded to a multiple of 30. */
  readonly height?: number | undefined
  /** Color theme. */
  readonly theme?: 'light' | 'dark' | undefined
  /** Language of texts and numbers. */
  readonly language?: 'en' | 'ja' | 'zh-Hant' | 'zh-Hans' | 'ko' | undefined
  /** Time zone of the displayed times. */
  readonly zone?: string | undefined
  /** `1`: also show where each rank is predicted to end, with both intervals. */
  readonly prediction?: '1' | undefined
  /** Runs to compare with. */
  readonly with?: readonly string[] | undefined
}

/** The parameters of `public.current.chart.svg`. */
export interface PublicCurrentChartSvgParameters {
  /** Requested ranks, in any order: `1` and `100` are two ranks, not a range. */
  readonly ranks?: readonly number[] | undefined
  /** Start of the range. */
  readonly from?: number | string | Date | undefined
  /** End of the range, exclusive. */
  readonly until?: number | string | Date | undefined
  /** Width in pixels, rounded to a multiple of 40. */
  readonly width?: number | undefined
  /** Height in pixels, rounded to a multiple of 30. */
  readonly height?: number | undefined
  /** Color theme. */
  readonly theme?: 'light' | 'dark' | undefined
  /** Language of texts and numbers. */
  readonly language?: 'en' | 'ja' | 'zh-Hant' | 'zh-Hans' | 'ko' | undefined
  /** Time zone of the displayed times. */
  readonly zone?: string | undefined
  /** `1`: also show where each rank is predicted to end, with both intervals. */
  readonly prediction?: '1' | undefined
  /** Runs to compare with. */
  readonly with?: readonly string[] | undefined
}

/** The parameters of `public.music.chart.png`. */
export interface PublicMusicChartPngParameters {
  /** Song id. */
  readonly musicId: MusicId
  /** Requested ranks, in any order: `1` and `100` are two ranks, not a range. */
  readonly ranks?: readonly number[] | undefined
  /** Start of the range. */
  readonly from?: number | string | Date | undefined
  /** End of the range, exclusive. */
  readonly until?: number | string | Date | undefined
  /** Width in pixels, rounded to a multiple of 40. */
  readonly width?: number | undefined
  /** Height in pixels, rounded to a multiple of 30. */
  readonly height?: number | undefined
  /** Color theme. */
  readonly theme?: 'light' | 'dark' | undefined
  /** Language of texts and numbers. */
  readonly language?: 'en' | 'ja' | 'zh-Hant' | 'zh-Hans' | 'ko' | undefined
  /** Time zone of the displayed times. */
  readonly zone?: string | undefined
}

/** The parameters of `public.music.chart.svg`. */
export interface PublicMusicChartSvgParameters {
  /** Song id. */
  readonly musicId: MusicId
  /** Requested ranks, in any order: `1` and `100` are two ranks, not a range. */
  readonly ranks?: readonly number[] | undefined
  /** Start of the range. */
  readonly from?: number | string | Date | undefined
  /** End of the range, exclusive. */
  readonly until?: number | string | Date | undefined
  /** Width in pixels, rounded to a multiple of 40. */
  readonly width?: number | undefined
  /** Height in pixels, rounded to a multiple of 30. */
  readonly height?: number | undefined
  /** Color theme. */
  readonly theme?: 'light' | 'dark' | undefined
  /** Language of texts and numbers. */
  readonly language?: 'en' | 'ja' | 'zh-Hant' | 'zh-Hans' | 'ko' | undefined
  /** Time zone of the displayed times. */
  readonly zone?: string | undefined
}

/** The parameters of `public.challenge.chart.png`. */
export interface PublicChallengeChartPngParameters {
  /** Challenge song id, which differs from the song id. */
  readonly challengeMusicId: ChallengeMusicId
  /** Requested ranks, in any order: `1` and `100` are two ranks, not a range. */
  readonly ranks?: readonly number[] | undefined
  /** Start of the range. */
  readonly from?: number | string | Date | undefined
  /** End of the range, exclusive. */
  readonly until?: number | string | Date | undefined
  /** Width in pixels, rounded to a multiple of 40. */
  readonly width?: number | undefined
  /** Height in pixels, rounded to a multiple of 30. */
  readonly height?: number | undefined
  /** Color theme. */
  readonly theme?: 'light' | 'dark' | undefined
  /** Language of texts and numbers. */
  readonly language?: 'en' | 'ja' | 'zh-Hant' | 'zh-Hans' | 'ko' | undefined
  /** Time zone of the displayed times. */
  readonly zone?: string | undefined
}

/** The parameters of `public.challenge.chart.svg`. */
export interface PublicChallengeChartSvgParameters {
  /** Challenge song id, which differs from the song id. */
  readonly challengeMusicId: ChallengeMusicId
  /** Requested ranks, in any order: `1` and `100` are two ranks, not a range. */
  readonly ranks?: readonly number[] | undefined
  /** Start of the range. */
  readonly from?: number | string | Date | undefined
  /** End of the range, exclusive. */
  readonly until?: number | string | Date | undefined
  /** Width in pixels, rounded to a multiple of 40. */
  readonly width?: number | undefined
  /** Height in pixels, rounded to a multiple of 30. */
  readonly height?: number | undefined
  /** Color theme. */
  readonly theme?: 'light' | 'dark' | undefined
  /** Language of texts and numbers. */
  readonly language?: 'en' | 'ja' | 'zh-Hant' | 'zh-Hans' | 'ko' | undefined
  /** Time zone of the displayed times. */
  readonly zone?: string | undefined
}

/** The parameters of `public.event.predictions`. */
export interface PublicEventPredictionsParameters {
  /** Event id. */
  readonly eventId: EventId
  /** Start of the run. Default: the latest run that has started. */
  readonly startsAt?: number | string | Date | undefined
  /** Requested ranks, in any order: `1` and `100` are two ranks, not a range. */
  readonly ranks: readonly number[]
}

/** The parameters of `public.event.predictionHistory`. */
export interface PublicEventPredictionHistoryParameters {
  /** Event id. */
  readonly eventId: EventId
  /** Start of the run. Default: the latest run that has started. */
  readonly startsAt?: number | string | Date | undefined
  /** Requested ranks, in any order: `1` and `100` are two ranks, not a range. */
  readonly ranks: readonly number[]
  /** Start of the range. */
  readonly from?: number | string | Date | undefined
  /** End of the range, exclusive. */
  readonly until?: number | string | Date | undefined
}

/** The parameters of `public.current.predictions`. */
export interface PublicCurrentPredictionsParameters {
  /** Requested ranks, in any order: `1` and `100` are two ranks, not a range. */
  readonly ranks: readonly number[]
}

/** The parameters of `public.current.predictionHistory`. */
export interface PublicCurrentPredictionHistoryParameters {
  /** Requested ranks, in any order: `1` and `100` are two ranks, not a range. */
  readonly ranks: readonly number[]
  /** Start of the range. */
  readonly from?: number | string | Date | undefined
  /** End of the range, exclusive. */
  readonly until?: number | string | Date | undefined
}

/** The parameters of `public.results.list`. */
export interface PublicResultsListParameters {
  /** Only runs that started before this time. */
  readonly before?: number | string | Date | undefined
}

/** The parameters of `public.current.cutoffsAt`. */
export interface PublicCurrentCutoffsAtParameters {
  /** Time of the board. */
  readonly time: number | string | Date
}

/** The parameters of `public.current.history`. */
export interface PublicCurrentHistoryParameters {
  /** Requested ranks, in any order: `1` and `100` are two ranks, not a range. */
  readonly ranks: readonly number[]
  /** Interval between returned snapshots. `raw`: every snapshot. */
  readonly step?: 'raw' | '5m' | '15m' | '1h' | '1d' | undefined
  /** Start of the range. */
  readonly from?: number | string | Date | undefined
  /** End of the range, exclusive. */
  readonly until?: number | string | Date | undefined
}

/** The parameters of `public.current.speed`. */
export interface PublicCurrentSpeedParameters {
  /** Requested ranks, in any order: `1` and `100` are two ranks, not a range. */
  readonly ranks: readonly number[]
  /** Length of the time window. */
  readonly window?: '15m' | '1h' | '3h' | '6h' | '1d' | undefined
  /** End of the window. Default: now. */
  readonly at?: number | string | Date | undefined
}

/** The parameters of `public.current.comparison`. */
export interface PublicCurrentComparisonParameters {
  /** Requested ranks, in any order: `1` and `100` are two ranks, not a range. */
  readonly ranks: readonly number[]
  /** Runs to compare with. */
  readonly with?: readonly string[] | undefined
  /** Interval between returned snapshots. `raw`: every snapshot. */
  readonly step?: 'raw' | '5m' | '15m' | '1h' | '1d' | undefined
  /** Offset of the first entry from the start of each run. */
  readonly since?: number | string | Date | undefined
}

/** The parameters of `public.music.board`. */
export interface PublicMusicBoardParameters {
  /** Song id. */
  readonly musicId: MusicId
}

/** The parameters of `public.music.boardAt`. */
export interface PublicMusicBoardAtParameters {
  /** Song id. */
  readonly musicId: MusicId
  /** Time of the board. */
  readonly time: number | string | Date
}

/** The parameters of `public.music.history`. */
export interface PublicMusicHistoryParameters {
  /** Song id. */
  readonly musicId: MusicId
  /** Requested ranks, in any order: `1` and `100` are two ranks, not a range. */
  readonly ranks: readonly number[]
  /** Interval between returned snapshots. `raw`: every snapshot. */
  readonly step?: 'raw' | '5m' | '15m' | '1h' | '1d' | undefined
  /** Start of the range. */
  readonly from?: number | string | Date | undefined
  /** End of the range, exclusive. */
  readonly until?: number | string | Date | undefined
}

/** The parameters of `public.challenge.board`. */
export interface PublicChallengeBoardParameters {
  /** Challenge song id, which differs from the song id. */
  readonly challengeMusicId: ChallengeMusicId
}

/** The parameters of `public.challenge.boardAt`. */
export interface PublicChallengeBoardAtParameters {
  /** Challenge song id, which differs from the song id. */
  readonly challengeMusicId: ChallengeMusicId
  /** Time of the board. */
  readonly time: number | string | Date
}

/** The parameters of `public.challenge.history`. */
export interface PublicChallengeHistoryParameters {
  /** Challenge song id, which differs from the song id. */
  readonly challengeMusicId: ChallengeMusicId
  /** Requested ranks, in any order: `1` and `100` are two ranks, not a range. */
  readonly ranks: readonly number[]
  /** Interval between returned snapshots. `raw`: every snapshot. */
  readonly step?: 'raw' | '5m' | '15m' | '1h' | '1d' | undefined
  /** Start of the range. */
  readonly from?: number | string | Date | undefined
  /** End of the range, exclusive. */
  readonly until?: number | string | Date | undefined
}

/** The parameters of `public.live`. */
export interface PublicLiveParameters {
  /** Only these event types. Default: all. */
  readonly type?:
    | readonly (
        | 'snapshot'
        | 'crossed'
        | 'event.started'
        | 'event.ended'
        | 'gap.began'
        | 'gap.ended'
        | 'prediction'
        | 'announcement'
      )[]
    | undefined
  /** Only events of these boards, including starts and ends of their game events. Default: all. */
  readonly board?: readonly string[] | undefined
  /** Last received event id. `Last-Event-ID` takes precedence. Default: the newest. */
  readonly after?: string | undefined
}

/** The parameters of `public.feed.events.atom`. */
export interface PublicFeedEventsAtomParameters {
  /** Language of texts and numbers. */
  readonly language?: 'en' | 'ja' | 'zh-Hant' | 'zh-Hans' | 'ko' | undefined
}

/** The parameters of `public.feed.events.json`. */
export interface PublicFeedEventsJsonParameters {
  /** Language of texts and numbers. */
  readonly language?: 'en' | 'ja' | 'zh-Hant' | 'zh-Hans' | 'ko' | undefined
}

/** The parameters of `public.feed.events.calendar`. */
export interface PublicFeedEventsCalendarParameters {
  /** Language of texts and numbers. */
  readonly language?: 'en' | 'ja' | 'zh-Hant' | 'zh-Hans' | 'ko' | undefined
  /** When to remind the reader before the end of each event. */
  readonly alarm?: 'none' | '1h' | '3h' | '12h' | '24h' | undefined
}

/** The parameters of `public.feed.announcements.atom`. */
export interface PublicFeedAnnouncementsAtomParameters {
  /** Language of texts and numbers. */
  readonly language?: 'en' | 'ja' | 'zh-Hant' | 'zh-Hans' | 'ko' | undefined
  /** The tab: all, those of running events, or known issues. */
  readonly tab?: 'ALL' | 'OPENING_EVENTS' | 'BUG' | undefined
}

/** The parameters of `public.feed.announcements.json`. */
export interface PublicFeedAnnouncementsJsonParameters {
  /** Language of texts and numbers. */
  readonly language?: 'en' | 'ja' | 'zh-Hant' | 'zh-Hans' | 'ko' | undefined
  /** The tab: all, those of running events, or known issues. */
  readonly tab?: 'ALL' | 'OPENING_EVENTS' | 'BUG' | undefined
}

/** The parameters of `public.exports.file`. */
export interface PublicExportsFileParameters {
  /** File name from the list. */
  readonly file: string
}

/** One method per public operation, none of which needs a key. */
export interface PublicOperations<Mode extends FillMode = 'filled'> {
  /** Events, challenge songs, arena seasons and gachas of a period. Returns what overlaps the range: event runs with phases and challenge songs, arena seasons and gachas, at most 200 of each. Default range: from a day ago to 30 days ahead. Each field says where it comes from (`source`, `sources`). A gacha without `id` is known only from its announcement. */
  calendar(
    region: Region,
    parameters?: PublicCalendarParameters,
    options?: CallOptions,
  ): Promise<PublicResult<Data<Mode, PublicCalendar>>>
  /** Names and pictures by id. Returns names and pictures by id, as far as they are known: `/names?music=301,302&card=2000140`. Unknown ids are absent. */
  names(
    region: Region,
    parameters?: PublicNamesParameters,
    options?: CallOptions,
  ): Promise<PublicResult<Data<Mode, PublicNameList>>>
  /** Watched boards and their freshness. Returns the watched boards of the region: cadence, period, last and next poll, and the open gap, if any. `freshness` is `fresh`, `late` (overdue), `gap`, `waiting` (not started, or not polled yet), `paused`, or `ended`. */
  watches(
    region: Region,
    parameters?: Readonly<Record<string, never>>,
    options?: CallOptions,
  ): Promise<PublicResult<Data<Mode, PublicWatchList>>>
  /** Data collection over the last 7 days. Returns the freshness of each watched board of the region and its polls of the last 7 days: of `readings`, `failures` failed. `gaps` are the newest 20 of that time, newest first. Watches that ended before are omitted. `gatewayCalls` counts the calls of the responding process by outcome since its start, as its metrics do. */
  status(
    region: Region,
    parameters?: Readonly<Record<string, never>>,
    options?: CallOptions,
  ): Promise<PublicResult<Data<Mode, PublicStatus>>>
  readonly events: {
    /** Event runs, latest start first. Returns event runs, latest start first, at least 100 if there are that many. If there are more, pass `nextBefore` as `before`. A repeated event has the same id and another `startsAt`. */
    list(
      region: Region,
      parameters?: PublicEventsListParameters,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicEventList>>>
    /** Yields the `events` of `list` on all pages. The deadline is that of each page. */
    iterList(
      region: Region,
      parameters?: PublicEventsListParameters,
      options?: CallOptions,
    ): AsyncGenerator<Data<Mode, PublicEvent>, void, undefined>
    /** Running events. Returns the running events: usually one; between events none: `{}`. */
    current(
      region: Region,
      parameters?: Readonly<Record<string, never>>,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicEventList>>>
    /** All runs of an event. Returns all known runs of an event, latest start first. A repeated event has several. */
    get(
      region: Region,
      parameters: PublicEventsGetParameters,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicEventList>>>
  }
  readonly event: {
    /** Newest snapshot of an event board, or the last one of a run. `snapshot` is the newest one: `rows` are held ranks, `unheld` polled ranks without a holder; a rank in neither was not polled. `watch.freshness` is its freshness, `watch.nextSnapshotDueAt` the time of the next one, and `gap` the open gap. A watched board before its first poll has no `snapshot`. `event` is the run of the snapshot. With `startsAt`, returns the last snapshot of that run, before the next run starts; `final` marks the final result. */
    cutoffs(
      region: Region,
      parameters: PublicEventCutoffsParameters,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicBoard>>>
    /** Event board at a given time. `snapshot` is the last one at or before `time`, never interpolated. `gap` is present if the time is in a gap, where the board's state is unknown. Only the newest snapshot has names of holders. `watch` is absent if a newer snapshot is known. `event` is the run of the snapshot. */
    cutoffsAt(
      region: Region,
      parameters: PublicEventCutoffsAtParameters,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicBoard>>>
    /** Event cutoffs over time, with gaps. `entries` are ascending by time. Each is a snapshot (`fetchedAt`, `rows`, `unheld`) or a `gap`: a period without snapshots, with its reason. Break your line at a gap. With a `step`, each step has its last snapshot at its original time; a step without snapshots is absent. A response has at most 2,000 values; if there are more, pass `nextFrom` as `from`. A gap that spans this time is in both responses. Default range: the run of `startsAt`, else the latest run that has started. */
    history(
      region: Region,
      parameters: PublicEventHistoryParameters,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicHistory>>>
    /** Yields the `entries` of `history` on all pages. The deadline is that of each page. */
    iterHistory(
      region: Region,
      parameters: PublicEventHistoryParameters,
      options?: CallOptions,
    ): AsyncGenerator<Data<Mode, PublicEntry>, void, undefined>
    /** Points per hour at ranks of an event. Returns the points per hour gained at each rank: from `first`, the newest snapshot at or before the start of the window, to `last`, the newest one at or before its end. `spanMs` is the time between them, which may exceed the window. `unknown` is the reason of a missing speed: a gap lasts at the end of the window, or because of one the snapshots are less than half a window or more than one and a half windows apart (`gap`; `gaps` lists those that overlap the window), one of the snapshots has no holder of the rank (`not_held`), this run lacks two such snapshots, or they are less than half a window apart (`too_few_snapshots`), or the rank is not watched (`not_watched`). Without `unknown`, an absent `perHour` is 0. */
    speed(
      region: Region,
      parameters: PublicEventSpeedParameters,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicSpeed>>>
    /** Event runs compared across regions, by time since their start. Compares this run with up to nine others, which `with` names by region, id and start. `sinceStart` of each entry is the time since the start of its run in milliseconds, so that all runs share one axis; each run has its own snapshot times and gaps. Regions have different players: compare shapes, not points. A response has at most 2,000 values; for a run with more, pass `nextSince` as `since`. */
    comparison(
      region: Region,
      parameters: PublicEventComparisonParameters,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicComparison>>>
    /** Rank and points of a player over time in an event. Returns the rank and the points of a player in each snapshot, as far as the player was at a watched rank: `playerId` is the `id` of a holder. With a `step`, each step has its last snapshot at its original time. Of consecutive snapshots without the player, only the first is an entry, without `rank`: break your line there, and at `gaps`. A response covers at most 2,000 snapshots; if there are more, pass `nextFrom` as `from`. Ranks of players are kept for a limited time (`BACKLINE_PLAYER_DAYS`), names only while the player is on the board. Default range: the run of `startsAt`, else the latest run that has started. */
    player(
      region: Region,
      parameters: PublicEventPlayerParameters,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicPlayerHistory>>>
    /** Yields the `entries` of `player` on all pages. The deadline is that of each page. */
    iterPlayer(
      region: Region,
      parameters: PublicEventPlayerParameters,
      options?: CallOptions,
    ): AsyncGenerator<Data<Mode, PublicPlayerEntry>, void, undefined>
    /** Predicted cutoffs at the end of an event, with intervals. Returns where each rank is predicted to be at the end of the run: `value`, an interval that contains half of the results, and one that contains nine of ten. Predictions are made every 15 minutes from past runs of the region, while the run lasts and not across gaps; `unknown` says why there is none. `accuracy` is how good such predictions of past runs would have been, by elapsed share of the run. After the end, `result` and `errorPermille` compare the last prediction with the final result. */
    predictions(
      region: Region,
      parameters: PublicEventPredictionsParameters,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicPredictions>>>
    /** Predictions of an event, as they were made. Returns the predictions of a run in the order in which they were made, and after the end what each was off by. Those of older runs are one per hour. A response has at most 2,000 values; if there are more, pass `nextFrom` as `from`. */
    predictionHistory(
      region: Region,
      parameters: PublicEventPredictionHistoryParameters,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicPredictionHistory>>>
    /** Yields the `predictions` of `predictionHistory` on all pages. The deadline is that of each page. */
    iterPredictionHistory(
      region: Region,
      parameters: PublicEventPredictionHistoryParameters,
      options?: CallOptions,
    ): AsyncGenerator<Data<Mode, PublicPrediction>, void, undefined>
    readonly chart: {
      /** Chart of event cutoffs over time, as PNG. PNG. Shows the history of the same ranks and range, with the shortest step that gives at most 2,000 values. A gap is a shaded band that no line crosses. Text uses bundled fonts, so the chart looks the same everywhere. Charts are cached; the `ETag` changes with new data. `prediction=1` adds where each rank is predicted to end, with both intervals. `with` adds other runs; the axis is then the time since the start of each, and the range is of the run of the chart. */
      png(
        region: Region,
        parameters: PublicEventChartPngParameters,
        options?: CallOptions,
      ): Promise<PublicResult<Uint8Array>>
      /** Chart of event cutoffs over time, as SVG. SVG with text as outlines. Shows the history of the same ranks and range, with the shortest step that gives at most 2,000 values. A gap is a shaded band that no line crosses. Text uses bundled fonts, so the chart looks the same everywhere. Charts are cached; the `ETag` changes with new data. `prediction=1` adds where each rank is predicted to end, with both intervals. `with` adds other runs; the axis is then the time since the start of each, and the range is of the run of the chart. */
      svg(
        region: Region,
        parameters: PublicEventChartSvgParameters,
        options?: CallOptions,
      ): Promise<PublicResult<Uint8Array>>
    }
  }
  readonly current: {
    /** Predicted cutoffs at the end of the running event, with intervals. Returns where each rank is predicted to be at the end of the run: `value`, an interval that contains half of the results, and one that contains nine of ten. Predictions are made every 15 minutes from past runs of the region, while the run lasts and not across gaps; `unknown` says why there is none. `accuracy` is how good such predictions of past runs would have been, by elapsed share of the run. After the end, `result` and `errorPermille` compare the last prediction with the final result. The event is the running one, else the latest that has started, else the next: `event` says which. Bots need no id. */
    predictions(
      region: Region,
      parameters: PublicCurrentPredictionsParameters,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicPredictions>>>
    /** Predictions of the running event, as they were made. Returns the predictions of a run in the order in which they were made, and after the end what each was off by. Those of older runs are one per hour. A response has at most 2,000 values; if there are more, pass `nextFrom` as `from`. The event is the running one, else the latest that has started, else the next: `event` says which. Bots need no id. */
    predictionHistory(
      region: Region,
      parameters: PublicCurrentPredictionHistoryParameters,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicPredictionHistory>>>
    /** Yields the `predictions` of `predictionHistory` on all pages. The deadline is that of each page. */
    iterPredictionHistory(
      region: Region,
      parameters: PublicCurrentPredictionHistoryParameters,
      options?: CallOptions,
    ): AsyncGenerator<Data<Mode, PublicPrediction>, void, undefined>
    /** Newest snapshot of the running event. `snapshot` is the newest one: `rows` are held ranks, `unheld` polled ranks without a holder; a rank in neither was not polled. `watch.freshness` is its freshness, `watch.nextSnapshotDueAt` the time of the next one, and `gap` the open gap. A watched board before its first poll has no `snapshot`. The event is the running one, else the latest that has started, else the next: `event` says which. Bots need no id. */
    cutoffs(
      region: Region,
      parameters?: Readonly<Record<string, never>>,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicBoard>>>
    /** Board of the running event at a given time. `snapshot` is the last one at or before `time`, never interpolated. `gap` is present if the time is in a gap, where the board's state is unknown. Only the newest snapshot has names of holders. `watch` is absent if a newer snapshot is known. The event is the running one, else the latest that has started, else the next: `event` says which. Bots need no id. */
    cutoffsAt(
      region: Region,
      parameters: PublicCurrentCutoffsAtParameters,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicBoard>>>
    /** Cutoffs of the running event over time, with gaps. `entries` are ascending by time. Each is a snapshot (`fetchedAt`, `rows`, `unheld`) or a `gap`: a period without snapshots, with its reason. Break your line at a gap. With a `step`, each step has its last snapshot at its original time; a step without snapshots is absent. A response has at most 2,000 values; if there are more, pass `nextFrom` as `from`. A gap that spans this time is in both responses. Default range: the run. The event is the running one, else the latest that has started, else the next: `event` says which. Bots need no id. */
    history(
      region: Region,
      parameters: PublicCurrentHistoryParameters,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicHistory>>>
    /** Yields the `entries` of `history` on all pages. The deadline is that of each page. */
    iterHistory(
      region: Region,
      parameters: PublicCurrentHistoryParameters,
      options?: CallOptions,
    ): AsyncGenerator<Data<Mode, PublicEntry>, void, undefined>
    /** Points per hour at ranks of the running event. Returns the points per hour gained at each rank: from `first`, the newest snapshot at or before the start of the window, to `last`, the newest one at or before its end. `spanMs` is the time between them, which may exceed the window. `unknown` is the reason of a missing speed: a gap lasts at the end of the window, or because of one the snapshots are less than half a window or more than one and a half windows apart (`gap`; `gaps` lists those that overlap the window), one of the snapshots has no holder of the rank (`not_held`), this run lacks two such snapshots, or they are less than half a window apart (`too_few_snapshots`), or the rank is not watched (`not_watched`). Without `unknown`, an absent `perHour` is 0. The event is the running one, else the latest that has started, else the next: `event` says which. Bots need no id. */
    speed(
      region: Region,
      parameters: PublicCurrentSpeedParameters,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicSpeed>>>
    /** The running event compared with other runs, by time since their start. Compares this run with up to nine others, which `with` names by region, id and start. `sinceStart` of each entry is the time since the start of its run in milliseconds, so that all runs share one axis; each run has its own snapshot times and gaps. Regions have different players: compare shapes, not points. A response has at most 2,000 values; for a run with more, pass `nextSince` as `since`. The event is the running one, else the latest that has started, else the next: `event` says which. Bots need no id. */
    comparison(
      region: Region,
      parameters: PublicCurrentComparisonParameters,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicComparison>>>
    readonly chart: {
      /** Chart of the running event, as PNG. PNG of the running event, else of the latest one that has started: a permanent URL for embedding. Shows the history of the same ranks and range, with the shortest step that gives at most 2,000 values. A gap is a shaded band that no line crosses. Text uses bundled fonts, so the chart looks the same everywhere. Charts are cached; the `ETag` changes with new data. `prediction=1` adds where each rank is predicted to end, with both intervals. `with` adds other runs; the axis is then the time since the start of each, and the range is of the run of the chart. */
      png(
        region: Region,
        parameters?: PublicCurrentChartPngParameters,
        options?: CallOptions,
      ): Promise<PublicResult<Uint8Array>>
      /** Chart of the running event, as SVG. SVG of the running event, else of the latest one that has started. Shows the history of the same ranks and range, with the shortest step that gives at most 2,000 values. A gap is a shaded band that no line crosses. Text uses bundled fonts, so the chart looks the same everywhere. Charts are cached; the `ETag` changes with new data. `prediction=1` adds where each rank is predicted to end, with both intervals. `with` adds other runs; the axis is then the time since the start of each, and the range is of the run of the chart. */
      svg(
        region: Region,
        parameters?: PublicCurrentChartSvgParameters,
        options?: CallOptions,
      ): Promise<PublicResult<Uint8Array>>
    }
  }
  readonly music: {
    /** Newest snapshot of a song board. `snapshot` is the newest one: `rows` are held ranks, `unheld` polled ranks without a holder; a rank in neither was not polled. `watch.freshness` is its freshness, `watch.nextSnapshotDueAt` the time of the next one, and `gap` the open gap. A watched board before its first poll has no `snapshot`. */
    board(
      region: Region,
      parameters: PublicMusicBoardParameters,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicBoard>>>
    /** Song board at a given time. `snapshot` is the last one at or before `time`, never interpolated. `gap` is present if the time is in a gap, where the board's state is unknown. Only the newest snapshot has names of holders. `watch` is absent if a newer snapshot is known. */
    boardAt(
      region: Region,
      parameters: PublicMusicBoardAtParameters,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicBoard>>>
    /** Song board cutoffs over time, with gaps. `entries` are ascending by time. Each is a snapshot (`fetchedAt`, `rows`, `unheld`) or a `gap`: a period without snapshots, with its reason. Break your line at a gap. With a `step`, each step has its last snapshot at its original time; a step without snapshots is absent. A response has at most 2,000 values; if there are more, pass `nextFrom` as `from`. A gap that spans this time is in both responses. Default range: the last 24 hours. */
    history(
      region: Region,
      parameters: PublicMusicHistoryParameters,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicHistory>>>
    /** Yields the `entries` of `history` on all pages. The deadline is that of each page. */
    iterHistory(
      region: Region,
      parameters: PublicMusicHistoryParameters,
      options?: CallOptions,
    ): AsyncGenerator<Data<Mode, PublicEntry>, void, undefined>
    readonly chart: {
      /** Chart of song board cutoffs over time, as PNG. PNG. Shows the history of the same ranks and range, with the shortest step that gives at most 2,000 values. A gap is a shaded band that no line crosses. Text uses bundled fonts, so the chart looks the same everywhere. Charts are cached; the `ETag` changes with new data. */
      png(
        region: Region,
        parameters: PublicMusicChartPngParameters,
        options?: CallOptions,
      ): Promise<PublicResult<Uint8Array>>
      /** Chart of song board cutoffs over time, as SVG. SVG with text as outlines. Shows the history of the same ranks and range, with the shortest step that gives at most 2,000 values. A gap is a shaded band that no line crosses. Text uses bundled fonts, so the chart looks the same everywhere. Charts are cached; the `ETag` changes with new data. */
      svg(
        region: Region,
        parameters: PublicMusicChartSvgParameters,
        options?: CallOptions,
      ): Promise<PublicResult<Uint8Array>>
    }
  }
  readonly challenge: {
    /** Newest snapshot of a challenge song board. `snapshot` is the newest one: `rows` are held ranks, `unheld` polled ranks without a holder; a rank in neither was not polled. `watch.freshness` is its freshness, `watch.nextSnapshotDueAt` the time of the next one, and `gap` the open gap. A watched board before its first poll has no `snapshot`. */
    board(
      region: Region,
      parameters: PublicChallengeBoardParameters,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicBoard>>>
    /** Challenge song board at a given time. `snapshot` is the last one at or before `time`, never interpolated. `gap` is present if the time is in a gap, where the board's state is unknown. Only the newest snapshot has names of holders. `watch` is absent if a newer snapshot is known. */
    boardAt(
      region: Region,
      parameters: PublicChallengeBoardAtParameters,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicBoard>>>
    /** Challenge song board cutoffs over time, with gaps. `entries` are ascending by time. Each is a snapshot (`fetchedAt`, `rows`, `unheld`) or a `gap`: a period without snapshots, with its reason. Break your line at a gap. With a `step`, each step has its last snapshot at its original time; a step without snapshots is absent. A response has at most 2,000 values; if there are more, pass `nextFrom` as `from`. A gap that spans this time is in both responses. Default range: the run of its event, else the last 24 hours. */
    history(
      region: Region,
      parameters: PublicChallengeHistoryParameters,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicHistory>>>
    /** Yields the `entries` of `history` on all pages. The deadline is that of each page. */
    iterHistory(
      region: Region,
      parameters: PublicChallengeHistoryParameters,
      options?: CallOptions,
    ): AsyncGenerator<Data<Mode, PublicEntry>, void, undefined>
    readonly chart: {
      /** Chart of challenge song cutoffs over time, as PNG. PNG. Shows the history of the same ranks and range, with the shortest step that gives at most 2,000 values. A gap is a shaded band that no line crosses. Text uses bundled fonts, so the chart looks the same everywhere. Charts are cached; the `ETag` changes with new data. */
      png(
        region: Region,
        parameters: PublicChallengeChartPngParameters,
        options?: CallOptions,
      ): Promise<PublicResult<Uint8Array>>
      /** Chart of challenge song cutoffs over time, as SVG. SVG with text as outlines. Shows the history of the same ranks and range, with the shortest step that gives at most 2,000 values. A gap is a shaded band that no line crosses. Text uses bundled fonts, so the chart looks the same everywhere. Charts are cached; the `ETag` changes with new data. */
      svg(
        region: Region,
        parameters: PublicChallengeChartSvgParameters,
        options?: CallOptions,
      ): Promise<PublicResult<Uint8Array>>
    }
  }
  readonly results: {
    /** Results of ended runs, latest start first. Returns the last snapshot of each ended run, latest start first, as `getCutoffs` does with the `startsAt` of that run; `final` marks a final result. Runs without a snapshot are omitted. If there are more runs, pass `nextBefore` as `before`: a page can be empty. */
    list(
      region: Region,
      parameters?: PublicResultsListParameters,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicResultList>>>
    /** Yields the `results` of `list` on all pages. The deadline is that of each page. */
    iterList(
      region: Region,
      parameters?: PublicResultsListParameters,
      options?: CallOptions,
    ): AsyncGenerator<Data<Mode, PublicRunResult>, void, undefined>
  }
  readonly feed: {
    readonly events: {
      /** Feed of events, as Atom. Has the newest 50 entries of the latest 100 runs: announced, started, ended, final results. An entry never changes its id. */
      atom(
        region: Region,
        parameters?: PublicFeedEventsAtomParameters,
        options?: CallOptions,
      ): Promise<PublicResult<Uint8Array>>
      /** Feed of events, as JSON Feed. Has the newest 50 entries of the latest 100 runs: announced, started, ended, final results. An entry never changes its id. */
      json(
        region: Region,
        parameters?: PublicFeedEventsJsonParameters,
        options?: CallOptions,
      ): Promise<PublicResult<Uint8Array>>
      /** Calendar of events, to subscribe to. iCalendar with the latest 100 runs, past and announced, and times in UTC. An event keeps its UID when its name, its start or its end changes; `SEQUENCE` counts the changes. */
      calendar(
        region: Region,
        parameters?: PublicFeedEventsCalendarParameters,
        options?: CallOptions,
      ): Promise<PublicResult<Uint8Array>>
    }
    readonly announcements: {
      /** Feed of announcements, as Atom. Has the newest 50 announcements of the game, in the language of the region, as text. `updated` is when the game last changed one. One that is shown again from another time is another entry. */
      atom(
        region: Region,
        parameters?: PublicFeedAnnouncementsAtomParameters,
        options?: CallOptions,
      ): Promise<PublicResult<Uint8Array>>
      /** Feed of announcements, as JSON Feed. Has the newest 50 announcements of the game, in the language of the region, as text. `updated` is when the game last changed one. One that is shown again from another time is another entry. */
      json(
        region: Region,
        parameters?: PublicFeedAnnouncementsJsonParameters,
        options?: CallOptions,
      ): Promise<PublicResult<Uint8Array>>
    }
  }
  readonly exports: {
    /** Daily export files. Returns the files of past UTC days with data, first day first. A file never changes; its name contains the SHA-256 of its content. Together they contain all collected data. */
    list(
      region: Region,
      parameters?: Readonly<Record<string, never>>,
      options?: CallOptions,
    ): Promise<PublicResult<Data<Mode, PublicExportList>>>
    /** Content of a daily export file. Returns a listed file: gzip-compressed JSON lines. Cacheable forever. Range requests are not supported. */
    file(
      region: Region,
      parameters: PublicExportsFileParameters,
      options?: CallOptions,
    ): Promise<PublicResult<Uint8Array>>
  }
}
