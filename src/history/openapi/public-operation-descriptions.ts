import type { PublicOperationId } from '../api/public-operations.ts'
import { CHART_DESCRIPTIONS } from './chart-operation-descriptions.ts'
import { FEED_DESCRIPTIONS } from './feed-operation-descriptions.ts'
import { PREDICTION_DESCRIPTIONS } from './prediction-operation-descriptions.ts'
import { CURRENT, NEVER, NO_CURRENT, NO_EVENT, NO_RANK, NO_RUN, NO_SONG } from './unknown-texts.ts'

/** The groups of public operations, in display order. */
export const PUBLIC_TAGS = {
  Events: 'Events and their runs.',
  Calendar: 'What happens in the game, and the names of its songs, cards and gachas.',
  'Event boards': 'Event cutoffs: newest, at a time, over time, and compared.',
  Charts: 'Chart images to embed in a chat or a page.',
  'Song boards': 'Boards of songs and of challenge songs.',
  Watches: 'Watched boards and the state of data collection.',
  Live: 'Live events.',
  Feeds: 'Feeds and calendars for programs that people have.',
  Exports: 'All data, one file per day.',
} as const

/** The description of a public operation, besides its summary in the table. */
export interface PublicOperationDescription {
  /** The operationId. Never changes. */
  readonly name: string
  readonly tag: keyof typeof PUBLIC_TAGS
  /** Markdown. */
  readonly description: string
  /** The meaning of a 404. */
  readonly unknown: string
}

const NEWEST =
  '`snapshot` is the newest one: `rows` are held ranks, `unheld` polled ranks without a holder; a rank in neither was not ' +
  'polled. `watch.freshness` is its freshness, `watch.nextSnapshotDueAt` the time of the next one, and `gap` the open ' +
  'gap. A watched board before its first poll has no `snapshot`.'
const AT =
  '`snapshot` is the last one at or before `time`, never interpolated. `gap` is present if the time is in a gap, where the ' +
  "board's state is unknown. Only the newest snapshot has names of holders. `watch` is absent if a newer snapshot is known."
const HISTORY =
  '`entries` are ascending by time. Each is a snapshot (`fetchedAt`, `rows`, `unheld`) or a `gap`: a period without ' +
  'snapshots, with its reason. Break your line at a gap. With a `step`, each step has its last snapshot at its original ' +
  'time; a step without snapshots is absent. A response has at most 2,000 values; if there are more, pass `nextFrom` as ' +
  '`from`. A gap that spans this time is in both responses.'

const SPEED =
  'Returns the points per hour gained at each rank: from `first`, the newest snapshot at or before the start of the ' +
  'window, to `last`, the newest one at or before its end. `spanMs` is the time between them, which may exceed the ' +
  'window. `unknown` is the reason of a missing speed: a gap lasts at the end of the window, or because of one the ' +
  'snapshots are less than half a window or more than one and a half windows apart (`gap`; `gaps` lists those that ' +
  'overlap the window), one of the snapshots has no holder of the rank (`not_held`), this run lacks two such snapshots, ' +
  'or they are less than half a window apart (`too_few_snapshots`), or the rank is not watched (`not_watched`). Without ' +
  '`unknown`, an absent `perHour` is 0.'

const COMPARISON =
  'Compares this run with up to nine others, which `with` names by region, id and start. `sinceStart` of each entry is ' +
  'the time since the start of its run in milliseconds, so that all runs share one axis; each run has its own snapshot ' +
  'times and gaps. Regions have different players: compare shapes, not points. A response has at most 2,000 values; for ' +
  'a run with more, pass `nextSince` as `since`.'

const PLAYER =
  'Returns the rank and the points of a player in each snapshot, as far as the player was at a watched rank: `playerId` is ' +
  'the `id` of a holder. With a `step`, each step has its last snapshot at its original time. Of consecutive snapshots ' +
  'without the player, only the first is an entry, without `rank`: break your line there, and at `gaps`. A response covers ' +
  'at most 2,000 snapshots; if there are more, pass `nextFrom` as `from`. Ranks of players are kept for a limited time ' +
  '(`BACKLINE_PLAYER_DAYS`), names only while the player is on the board. Default range: the run of `startsAt`, else the ' +
  'latest run that has started.'

/** The description of every public operation. A missing one does not compile. */
export const PUBLIC_OPERATION_DESCRIPTIONS: Readonly<
  Record<PublicOperationId, PublicOperationDescription>
> = {
  'public.events.list': {
    name: 'listEvents',
    tag: 'Events',
    description:
      'Returns event runs, latest start first, at least 100 if there are that many. If there are more, pass `nextBefore` as ' +
      '`before`. A repeated event has the same id and another `startsAt`.',
    unknown: NEVER,
  },
  'public.events.current': {
    name: 'getCurrentEvents',
    tag: 'Events',
    description: 'Returns the running events: usually one; between events none: `{}`.',
    unknown: NEVER,
  },
  'public.events.get': {
    name: 'getEvent',
    tag: 'Events',
    description:
      'Returns all known runs of an event, latest start first. A repeated event has several.',
    unknown: 'The region has no event with this id.',
  },
  'public.calendar': {
    name: 'getCalendar',
    tag: 'Calendar',
    description:
      'Returns what overlaps the range: event runs with phases and challenge songs, arena seasons and gachas, at most 200 of ' +
      'each. Default range: from a day ago to 30 days ahead. Each field says where it comes from (`source`, `sources`). A gacha ' +
      'without `id` is known only from its announcement.',
    unknown: NEVER,
  },
  'public.names': {
    name: 'getNames',
    tag: 'Calendar',
    description:
      'Returns names and pictures by id, as far as they are known: `/names?music=301,302&card=2000140`. Unknown ids are absent.',
    unknown: NEVER,
  },
  'public.event.cutoffs': {
    name: 'getCutoffs',
    tag: 'Event boards',
    description:
      `${NEWEST} \`event\` is the run of the snapshot. With \`startsAt\`, returns the last snapshot of that run, before the ` +
      'next run starts; `final` marks the final result.',
    unknown: `${NO_EVENT} ${NO_RUN}`,
  },
  'public.event.cutoffsAt': {
    name: 'getCutoffsAt',
    tag: 'Event boards',
    description: `${AT} \`event\` is the run of the snapshot.`,
    unknown: NO_EVENT,
  },
  'public.event.history': {
    name: 'getEventHistory',
    tag: 'Event boards',
    description: `${HISTORY} Default range: the run of \`startsAt\`, else the latest run that has started.`,
    unknown: `${NO_EVENT} ${NO_RUN} ${NO_RANK}`,
  },
  'public.event.speed': {
    name: 'getEventSpeed',
    tag: 'Event boards',
    description: SPEED,
    unknown: `${NO_EVENT} ${NO_RANK}`,
  },
  'public.event.comparison': {
    name: 'compareRuns',
    tag: 'Event boards',
    description: COMPARISON,
    unknown: 'A run is unknown (`not_found`), or no run has any of the ranks (`not_watched`).',
  },
  ...CHART_DESCRIPTIONS,
  'public.results.list': {
    name: 'listResults',
    tag: 'Event boards',
    description:
      'Returns the last snapshot of each ended run, latest start first, as `getCutoffs` does with the `startsAt` of that run; ' +
      '`final` marks a final result. Runs without a snapshot are omitted. If there are more runs, pass `nextBefore` as ' +
      '`before`: a page can be empty.',
    unknown: NEVER,
  },
  'public.event.player': {
    name: 'getEventPlayer',
    tag: 'Event boards',
    description: PLAYER,
    unknown: `${NO_EVENT} ${NO_RUN} Or the player was at none of the watched ranks, or the operator turned player pages off.`,
  },
  ...PREDICTION_DESCRIPTIONS,
  'public.current.cutoffs': {
    name: 'getCurrentCutoffs',
    tag: 'Event boards',
    description: `${NEWEST} ${CURRENT}`,
    unknown: NO_CURRENT,
  },
  'public.current.cutoffsAt': {
    name: 'getCurrentCutoffsAt',
    tag: 'Event boards',
    description: `${AT} ${CURRENT}`,
    unknown: NO_CURRENT,
  },
  'public.current.history': {
    name: 'getCurrentHistory',
    tag: 'Event boards',
    description: `${HISTORY} Default range: the run. ${CURRENT}`,
    unknown: `${NO_CURRENT} ${NO_RANK}`,
  },
  'public.current.speed': {
    name: 'getCurrentSpeed',
    tag: 'Event boards',
    description: `${SPEED} ${CURRENT}`,
    unknown: `${NO_CURRENT} ${NO_RANK}`,
  },
  'public.current.comparison': {
    name: 'compareCurrentRun',
    tag: 'Event boards',
    description: `${COMPARISON} ${CURRENT}`,
    unknown:
      'The region has no event yet (`not_found`), a run is unknown (`not_found`), or no run has any of the ranks (`not_watched`).',
  },
  'public.music.board': {
    name: 'getMusicBoard',
    tag: 'Song boards',
    description: NEWEST,
    unknown: NO_SONG,
  },
  'public.music.boardAt': {
    name: 'getMusicBoardAt',
    tag: 'Song boards',
    description: AT,
    unknown: NO_SONG,
  },
  'public.music.history': {
    name: 'getMusicHistory',
    tag: 'Song boards',
    description: `${HISTORY} Default range: the last 24 hours.`,
    unknown: `${NO_SONG} ${NO_RANK}`,
  },
  'public.challenge.board': {
    name: 'getChallengeBoard',
    tag: 'Song boards',
    description: NEWEST,
    unknown: NO_SONG,
  },
  'public.challenge.boardAt': {
    name: 'getChallengeBoardAt',
    tag: 'Song boards',
    description: AT,
    unknown: NO_SONG,
  },
  'public.challenge.history': {
    name: 'getChallengeHistory',
    tag: 'Song boards',
    description: `${HISTORY} Default range: the run of its event, else the last 24 hours.`,
    unknown: `${NO_SONG} ${NO_RANK}`,
  },
  'public.watches': {
    name: 'listWatches',
    tag: 'Watches',
    description:
      'Returns the watched boards of the region: cadence, period, last and next poll, and the open gap, if any. `freshness` ' +
      'is `fresh`, `late` (overdue), `gap`, `waiting` (not started, or not polled yet), `paused`, or `ended`.',
    unknown: NEVER,
  },
  'public.status': {
    name: 'getStatus',
    tag: 'Watches',
    description:
      'Returns the freshness of each watched board of the region and its polls of the last 7 days: of `readings`, ' +
      '`failures` failed. `gaps` are the newest 20 of that time, newest first. Watches that ended before are omitted. ' +
      '`gatewayCalls` counts the calls of the responding process by outcome since its start, as its metrics do.',
    unknown: NEVER,
  },
  'public.live': {
    name: 'followLive',
    tag: 'Live',
    description:
      'A stream of server-sent events. `event` is the type, `data` one line of JSON, `id` an increasing number. A client ' +
      'that reconnects with the last id in `Last-Event-ID` or `after` misses and repeats nothing; an event `missed` reports ' +
      'entries that are no longer retained (after a day). A comment follows after 10 idle seconds. `type` and `board` filter ' +
      'the events. Streams have separate limits per network address.',
    unknown: NEVER,
  },
  ...FEED_DESCRIPTIONS,
  'public.exports.list': {
    name: 'listExports',
    tag: 'Exports',
    description:
      'Returns the files of past UTC days with data, first day first. A file never changes; its name contains the SHA-256 of ' +
      'its content. Together they contain all collected data.',
    unknown: NEVER,
  },
  'public.exports.file': {
    name: 'getExport',
    tag: 'Exports',
    description:
      'Returns a listed file: gzip-compressed JSON lines. Cacheable forever. Range requests are not supported.',
    unknown: 'The region has no file with this name.',
  },
}
