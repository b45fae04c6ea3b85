import type { PublicOperationId } from '../public/public-operations.ts'
import type { PUBLIC_OPERATIONS } from '../public/public-operations.ts'
import type { ExampleValue } from './describe-parameter.ts'

/** The groups in which public operations are shown, in this order. */
export const PUBLIC_TAGS = {
  Events: 'Which events there are, when they run, and where they stand.',
  'Event boards': 'Cutoffs of events: now, then, over time, and side by side.',
  Pictures: 'Curves to paste into a chat or a page.',
  'Song boards': 'Boards of songs and of challenge songs.',
  Watches: 'What is collected, and how that goes.',
  Live: 'What happens, as it happens.',
  'Take-away': 'All of it, a day in a file.',
} as const

/** What the document says of one public operation, beside its summary in the table. */
export interface PublicOperationWords {
  /** Its operationId. Never changes. */
  readonly name: string
  readonly tag: keyof typeof PUBLIC_TAGS
  /** Markdown for those who write bots. */
  readonly description: string
  /** What a 404 means. */
  readonly unknown: string
}

const NO_EVENT =
  'No event with this id is known in this region, nobody watches its board, and nothing is kept of it.'
const NO_SONG = 'Nobody watches the board of such a song in this region, and nothing is kept of it.'
const NEVER =
  'Never for a region: what is not known is `200` with `{}`. Only for a path that does not exist.'

const NEWEST =
  '`snapshot` is the newest one: `rows` are the ranks that somebody holds, `unheld` those that were asked for and that ' +
  'nobody holds. A rank in neither was not asked for. `watch.freshness` says in one word how fresh it is, and ' +
  '`watch.nextSnapshotDueAt` when asking again makes sense. A gap that lasts stands in `gap`. A board that is known and ' +
  'was never read has no `snapshot`.'
const AT =
  '`snapshot` is the one nearest at or before `time`; nothing is ever computed between two of them. `gap` is there when ' +
  'the time lies in one: then nobody knows what the board showed. Names of holders are kept of the newest snapshot alone. `watch` is absent where ' +
  'something newer is known.'
const HISTORY =
  '`entries` are in the order of time, and each is one of two things: a snapshot (`fetchedAt`, `rows`, `unheld`), or a ' +
  '`gap`, a time without snapshots and why. Break your line at a gap: what the board showed in it is unknown. With a ' +
  '`step`, the last snapshot of each step is shown at its own time, and a step without one is absent. At most 2,000 ' +
  'values come in one answer; `nextFrom` is there when there are more, and is the `from` to go on with. A gap that ' +
  'reaches over that point stands in both answers.'

const CHART =
  'The points are those of the history of the same ranks and range, with the shortest step that gives at most 2,000 values. A ' +
  'gap is a shaded band, and no line crosses it. The text is drawn with fonts of our own, so the picture is the same ' +
  'everywhere. The same picture is drawn once and kept for a while; its `ETag` changes when there is something new in it.'

/** The words of every public operation. One without words does not compile. */
export const PUBLIC_OPERATION_WORDS: Readonly<Record<PublicOperationId, PublicOperationWords>> = {
  'public.events.list': {
    name: 'listEvents',
    tag: 'Events',
    description:
      'Gives runs of events, the latest start first, at least 100 of them where there are so many. `nextBefore` is there ' +
      'when there are older ones, and is the `before` to go on with. An event that comes again has the same id and ' +
      'another `startsAt`.',
    unknown: NEVER,
  },
  'public.events.current': {
    name: 'getCurrentEvents',
    tag: 'Events',
    description:
      'Gives the runs that have begun and not ended. Mostly that is one; between two events it is none: `{}`.',
    unknown: NEVER,
  },
  'public.events.get': {
    name: 'getEvent',
    tag: 'Events',
    description: 'Gives every run of one event that is known, the latest start first.',
    unknown: 'No event with this id is known in this region.',
  },
  'public.event.cutoffs': {
    name: 'getCutoffs',
    tag: 'Event boards',
    description: `${NEWEST} \`event\` is the run that the snapshot belongs to.`,
    unknown: NO_EVENT,
  },
  'public.event.cutoffsAt': {
    name: 'getCutoffsAt',
    tag: 'Event boards',
    description: `${AT} \`event\` is the run that the snapshot belongs to.`,
    unknown: NO_EVENT,
  },
  'public.event.history': {
    name: 'getEventHistory',
    tag: 'Event boards',
    description:
      `${HISTORY} Without \`from\` and \`until\` it is one run: the one that \`startsAt\` names, else the newest that ` +
      'has begun.',
    unknown: `${NO_EVENT} Or no run of it began at \`startsAt\`.`,
  },
  'public.event.speed': {
    name: 'getEventSpeed',
    tag: 'Event boards',
    description:
      'Gives for each rank how many points an hour it gained, between the first and the last snapshot in the window; ' +
      '`first` and `last` are those two. Where there is no such number, `unknown` says why: a gap lies between the two ' +
      '(`gap`; all of them are in `gaps`), nobody held the rank in one of them (`not_held`), or the window has not two ' +
      'snapshots of the rank (`too_few_snapshots`). Without `unknown` and without `perHour`, it is 0.',
    unknown: NO_EVENT,
  },
  'public.event.comparison': {
    name: 'compareRuns',
    tag: 'Event boards',
    description:
      'Puts runs side by side: this one, and up to nine others that `with` names by region, id and start. Each entry ' +
      'says in `sinceStart` how many milliseconds after the start of its run it was, so that all runs have one axis; ' +
      'each run keeps the times of its own snapshots and its own gaps. Boards of different regions have different ' +
      'players: compare shapes, not points. At most 2,000 values come in one answer; a run with more has `nextSince`, ' +
      'the `since` to go on with.',
    unknown: 'One of the runs is not known.',
  },
  'public.event.chart.png': {
    name: 'drawEventChart',
    tag: 'Pictures',
    description: `PNG. ${CHART}`,
    unknown: `${NO_EVENT} Or no run of it began at \`startsAt\`.`,
  },
  'public.event.chart.svg': {
    name: 'drawEventChartInLines',
    tag: 'Pictures',
    description: `SVG, with all text as outlines. ${CHART}`,
    unknown: `${NO_EVENT} Or no run of it began at \`startsAt\`.`,
  },
  'public.current.chart.png': {
    name: 'drawCurrentChart',
    tag: 'Pictures',
    description: `PNG, of the event that runs now, else of the newest that has begun: an address that can stand somewhere for good. ${CHART}`,
    unknown: 'No event of this region is known yet.',
  },
  'public.current.chart.svg': {
    name: 'drawCurrentChartInLines',
    tag: 'Pictures',
    description: `SVG, of the event that runs now, else of the newest that has begun. ${CHART}`,
    unknown: 'No event of this region is known yet.',
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
    description: `${HISTORY} Without \`from\` and \`until\` it is the last day.`,
    unknown: NO_SONG,
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
    description: `${HISTORY} Without \`from\` and \`until\` it is the last day.`,
    unknown: NO_SONG,
  },
  'public.watches': {
    name: 'listWatches',
    tag: 'Watches',
    description:
      'Gives every board of the region that is read again and again: how often, in which period, when it was read last, ' +
      'when it is due, and the gap that lasts now, if any. `freshness` is `fresh`, `late` (overdue), `gap`, `waiting` ' +
      '(not begun, or not read yet), `paused`, or `ended`.',
    unknown: NEVER,
  },
  'public.status': {
    name: 'getStatus',
    tag: 'Watches',
    description:
      'Gives for every watched board of the region how fresh it is and how its readings went in the last seven days: of ' +
      '`readings`, `failures` failed. `gaps` are the newest 20 of that time, newest first. Watches that ended before that time ' +
      'are left out. `gatewayCalls` are those of the process that answers, by their outcome, since it started; they are the ' +
      'counters of its metrics.',
    unknown: NEVER,
  },
  'public.live': {
    name: 'followLive',
    tag: 'Live',
    description:
      'A stream of server-sent events that lasts until you leave. `event` is the type, `data` one line of JSON, `id` a number ' +
      'that grows. Who comes back with the last one in `Last-Event-ID`, or in `after`, misses and repeats nothing; an event ' +
      '`missed` says plainly when what lay between is no longer kept (a day). After 15 seconds of silence comes a line of ' +
      'comment. `type` and `board` narrow it to what you want. Streams have limits of their own for each address.',
    unknown: NEVER,
  },
  'public.exports.list': {
    name: 'listExports',
    tag: 'Take-away',
    description:
      'Gives the file of each UTC day that is over and has any history, the first day first. A file never changes; its name ' +
      'holds the SHA-256 of its bytes. With all of them you have all that was collected.',
    unknown: NEVER,
  },
  'public.exports.file': {
    name: 'getExport',
    tag: 'Take-away',
    description:
      'Gives one file as it is listed: gzip, in it a JSON value on each line. Keep it for ever. There are no ranges: it comes ' +
      'whole.',
    unknown: 'No file with this name is listed in this region.',
  },
}

/** The name of a parameter of any public operation. */
export type PublicParameterName = {
  [Id in PublicOperationId]: keyof (typeof PUBLIC_OPERATIONS)[Id]['parameters']
}[PublicOperationId]

/** What the document says of each parameter, with an example. One without words does not compile. */
export const PUBLIC_PARAMETER_WORDS: Readonly<
  Record<PublicParameterName, { readonly words: string; readonly example: ExampleValue }>
> = {
  eventId: { words: 'The id of an event.', example: '2004' },
  musicId: { words: 'The id of a song.', example: '301' },
  challengeMusicId: {
    words: 'The id of a challenge song, which is not the id of the song.',
    example: '401',
  },
  ranks: {
    words: 'Every rank you want, in any order: `1` and `100` are two ranks, not an interval.',
    example: ['1', '100'],
  },
  step: { words: 'How far apart snapshots are shown. `raw`: every one.', example: '1h' },
  from: { words: 'From when on.', example: '1795132800000' },
  until: { words: 'Up to when; this moment itself is not part of it.', example: '1795219200000' },
  startsAt: {
    words: 'Which run of the event, by its start. Left out: the newest that has begun.',
    example: '1795132800000',
  },
  before: { words: 'Only runs that began before this time.', example: '1795219200000' },
  time: { words: 'The time that is asked about.', example: '1795175460000' },
  window: { words: 'How long a time the speed is taken over.', example: '1h' },
  at: { words: 'When the window ends. Left out: now.', example: '1795175460000' },
  with: { words: 'The runs to compare with.', example: ['tw:2004', 'jp:2004@1792540800000'] },
  type: {
    words: 'Only events of these types. Left out: all.',
    example: ['snapshot', 'event.started'],
  },
  board: {
    words:
      'Only what happens to these boards, the starts and ends of their events among it. Left out: all.',
    example: ['event:2004'],
  },
  after: {
    words:
      'The last number you have seen. A `Last-Event-ID` goes before it. Left out: from now on.',
    example: '41',
  },
  file: {
    words: 'The name of a file, as it is listed.',
    example: `jp-2026-11-20-${'0'.repeat(64)}.ndjson.gz`,
  },
  width: { words: 'How wide the picture is, in pixels.', example: '1200' },
  height: { words: 'How high the picture is, in pixels.', example: '630' },
  theme: { words: 'The colours.', example: 'dark' },
  language: { words: 'The language of the words and numbers in the picture.', example: 'ja' },
  zone: { words: 'The time zone of the times in the picture.', example: 'Asia/Tokyo' },
  since: { words: 'How long after the start of each run to begin.', example: '0' },
}
