import { contentHash } from '../../platform/http/content/content-hash.ts'
import type { PublicEnvelope } from '../api/public-messages.ts'
import type { PublicChart, PublicHandlers, PublicMessage } from '../api/public-content.ts'
import { readCurrentRun } from '../api/handlers/events/current-run.ts'
import type { ChartType } from '../api/public-operation.ts'
import type { ChartOperationId, PublicArguments } from '../api/public-operations.ts'
import { CHART_SIZE, roundSize, DEFAULT_ZONE } from './chart-choices.ts'
import { chartRange, gapsWithin } from './chart-range.ts'
import { toChartPrediction } from './chart-prediction.ts'
import { STEP_NAMES, type StepName } from '../api/time-steps.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { textFor } from '../../game/localized-text.ts'
import type { BoardKind } from '../../game/board.ts'
import { eventStateAt } from '../../game/game-event.ts'
import type { Region } from '../../game/region.ts'
import { widestNetwork } from '../../platform/net/network-tiers.ts'
import { chartLines } from './chart-lines.ts'
import type { ChartClient, ChartSpec } from './chart-spec.ts'
import type { CachedChart } from './chart-cache.ts'
import { toComparisonSpec, readComparedRuns, type ComparisonPage } from './compared-chart.ts'

/** Default ranks of a chart; those that are not watched are omitted. */
const CHART_RANKS = [1, 10, 100, 1_000]

/** Version of the drawing code. A new version changes all tags, so that caches drop old charts. */
const DRAWING_VERSION = 3

/** Options of {@link createChartHandlers}. */
export interface ChartHandlerOptions {
  /** The public handlers that supply the data of a chart. */
  readonly read: Pick<
    PublicHandlers,
    | 'public.event.history'
    | 'public.event.cutoffs'
    | 'public.event.comparison'
    | 'public.event.predictions'
    | 'public.events.current'
    | 'public.events.list'
    | 'public.music.board'
    | 'public.music.history'
    | 'public.challenge.board'
    | 'public.challenge.history'
  >
  readonly clock: Pick<Clock, 'nowMs'>
  /** Draws a chart, or returns the cached one with this tag. */
  readonly draw: (spec: ChartSpec, tag: string, client: ChartClient) => Promise<CachedChart>
}

/** The arguments of a chart of any board. Only the chart of an event has the last two. */
type ChartQuery = { readonly region: Region } & Omit<
  PublicArguments<'public.music.chart.png'>,
  'musicId'
> &
  Partial<Pick<PublicArguments<'public.current.chart.png'>, 'prediction' | 'with'>>

/** The handlers that supply the data of one board. */
interface ChartSource {
  readonly kind: BoardKind
  readonly id: string
  readonly readBoard: () => Promise<PublicMessage<'Board'>>
  readonly readHistory: (query: HistoryPage) => Promise<PublicMessage<'History'>>
  /** Absent for boards that are not predicted and not compared. */
  readonly readPrediction?: (ranks: readonly number[]) => Promise<PublicMessage<'Predictions'>>
  readonly readComparison?: (query: ComparisonPage) => Promise<PublicMessage<'Comparison'>>
}

/** The arguments of a history request for a chart. */
type HistoryPage = Pick<ChartQuery, 'from' | 'until'> & {
  readonly ranks: readonly number[]
  readonly step: StepName
}

/** Creates the chart handlers. Reading the data occupies a read slot; drawing does not. */
export function createChartHandlers(
  options: ChartHandlerOptions,
): Pick<PublicHandlers, ChartOperationId> {
  const { read } = options
  const ofEvent = (type: ChartType): PublicHandlers['public.event.chart.png'] => {
    return ({ eventId, startsAt, ...query }, client) => {
      const { region } = query
      return readChart(options, type, query, {
        kind: 'event',
        id: eventId,
        readBoard: () => read['public.event.cutoffs']({ region, eventId, startsAt }, client),
        readHistory: (page) =>
          read['public.event.history']({ region, eventId, startsAt, ...page }, client),
        readPrediction: (ranks) =>
          read['public.event.predictions']({ region, eventId, startsAt, ranks }, client),
        readComparison: (page) =>
          read['public.event.comparison']({ region, eventId, startsAt, ...page }, client),
      })
    }
  }
  /** Draws the running event, else the latest one that has started, else the next one. */
  const ofCurrent = (type: ChartType): PublicHandlers['public.current.chart.png'] => {
    return async (query, client) => {
      const { eventId, startsAt, freshForMs } = await readCurrentRun(read, query.region, client)
      const drawn = await ofEvent(type)({ ...query, eventId, startsAt }, client)
      return { ...drawn, freshForMs: Math.min(drawn.freshForMs, freshForMs) }
    }
  }
  const ofMusic = (type: ChartType): PublicHandlers['public.music.chart.png'] => {
    return ({ musicId, ...query }, client) =>
      readChart(options, type, query, {
        kind: 'music',
        id: musicId,
        readBoard: () => read['public.music.board']({ region: query.region, musicId }, client),
        readHistory: (page) =>
          read['public.music.history']({ region: query.region, musicId, ...page }, client),
      })
  }
  const ofChallenge = (type: ChartType): PublicHandlers['public.challenge.chart.png'] => {
    return ({ challengeMusicId, ...query }, client) => {
      const board = { region: query.region, challengeMusicId }
      return readChart(options, type, query, {
        kind: 'challenge',
        id: challengeMusicId,
        readBoard: () => read['public.challenge.board'](board, client),
        readHistory: (page) => read['public.challenge.history']({ ...board, ...page }, client),
      })
    }
  }
  return {
    'public.event.chart.png': ofEvent('image/png'),
    'public.event.chart.svg': ofEvent('image/svg+xml'),
    'public.current.chart.png': ofCurrent('image/png'),
    'public.current.chart.svg': ofCurrent('image/svg+xml'),
    'public.music.chart.png': ofMusic('image/png'),
    'public.music.chart.svg': ofMusic('image/svg+xml'),
    'public.challenge.chart.png': ofChallenge('image/png'),
    'public.challenge.chart.svg': ofChallenge('image/svg+xml'),
  }
}

/** Reads the data of a chart. */
async function readChart(
  { clock, draw }: ChartHandlerOptions,
  type: ChartType,
  query: ChartQuery,
  source: ChartSource,
): Promise<PublicChart> {
  const board = await source.readBoard()
  const ranks = query.ranks?.length ? query.ranks : defaultRanks(board.message)
  const { message, freshForMs } = await readFullRange(source, query, ranks)
  const { event = {}, entries = [] } = message
  const { lines, gaps, firstMs, lastMs } = chartLines(ranks, entries)
  const predicted = query.prediction === '1' ? await source.readPrediction?.(ranks) : undefined
  const compared = await readComparedRuns(source.readComparison, ranks, query.with)
  const prediction = predicted && toChartPrediction(predicted.message)
  const range = chartRange(query, event, {
    gaps,
    firstMs,
    lastMs,
    nowMs: clock.nowMs(),
    endMs: prediction?.bands[0]?.end[0],
  })
  const { snapshot } = board.message
  // The tag is the hash of the fields in this order.
  const spec: ChartSpec = {
    ...describeChart(type, query, source, message, clock.nowMs()),
    ...range,
    lastMs,
    isFinal: snapshot?.final === true && Number(snapshot.fetchedAt ?? 0) === lastMs,
    lines,
    gaps: gapsWithin(range, gaps),
    ...(prediction && { prediction }),
  }
  const drawnSpec =
    compared === undefined ? spec : toComparisonSpec(spec, { ...query, ranks }, compared.message)
  const tag = tagOf(drawnSpec)
  return {
    type: 'chart',
    draw: async ({ network, encoding }) => {
      const isPreferred = usesDefaults(query) && event.state === 'running'
      const drawn = await draw(drawnSpec, tag, { network: widestNetwork(network), isPreferred })
      // PNG is compressed already; SVG is text.
      return drawn.encoded(type === 'image/svg+xml' ? encoding : undefined)
    },
    tag,
    fetchedAtMs: lastMs,
    freshForMs: Math.min(
      freshForMs,
      predicted?.freshForMs ?? Infinity,
      compared?.freshForMs ?? Infinity,
    ),
  }
}

/** Reads the history with the shortest step for which the range fits in one answer. */
async function readFullRange(
  { readHistory }: ChartSource,
  { from, until }: ChartQuery,
  ranks: readonly number[],
): Promise<PublicMessage<'History'>> {
  let history = await readHistory({ ranks, from, until, step: 'raw' })
  for (const step of STEP_NAMES.slice(1)) {
    if (Number(history.message.nextFrom ?? 0) === 0) break
    history = await readHistory({ ranks, from, until, step })
  }
  return history
}

function describeChart(
  type: ChartType,
  query: ChartQuery,
  { kind, id }: ChartSource,
  { event = {}, song = {}, challenge = {} }: PublicEnvelope<'History'>,
  nowMs: number,
) {
  const { region, theme, language, zone } = query
  const { width, height } = roundSize(query)
  const names = { event: event.name, music: song.name, challenge: challenge.name }
  const name = textFor(names[kind], language, region)
  const { startsAt = '0', endsAt = '0' } = kind === 'challenge' ? challenge : event
  const [startsAtMs, endsAtMs] = [Number(startsAt), Number(endsAt)]
  const challengeState = endsAtMs > 0 ? eventStateAt({ startsAtMs, endsAtMs }, nowMs) : undefined
  return {
    type,
    width,
    height,
    theme,
    language,
    zone,
    region,
    subject: {
      kind,
      id,
      name: name?.text ?? '',
      language: name?.language ?? language,
      state: kind === 'challenge' ? challengeState : event.state,
      startsAtMs,
      endsAtMs,
    },
  }
}

/**
 * Returns whether all parameters except theme and language have their defaults. Most viewers see
 * one of these few charts, so they are drawn first.
 */
function usesDefaults({ ranks, from, until, width, height, zone, ...more }: ChartQuery): boolean {
  return (
    (ranks ?? []).length === 0 &&
    more.prediction !== '1' &&
    (more.with ?? []).length === 0 &&
    from === undefined &&
    until === undefined &&
    width === CHART_SIZE.width.default &&
    height === CHART_SIZE.height.default &&
    zone === DEFAULT_ZONE
  )
}

/** Returns the watched ranks among {@link CHART_RANKS}, else the first watched ones. */
function defaultRanks({ watch = {}, snapshot = {} }: PublicEnvelope<'Board'>): readonly number[] {
  const named = watch.ranks ?? []
  const heldRanks = (snapshot.rows ?? []).map(({ rank = 0 }) => rank)
  const watched = named.length > 0 ? named : heldRanks
  const usual = CHART_RANKS.filter((rank) => watched.includes(rank))
  if (usual.length > 0) return usual
  return watched.length > 0 ? watched.slice(0, CHART_RANKS.length) : CHART_RANKS
}

function tagOf(spec: ChartSpec): string {
  return contentHash(JSON.stringify([DRAWING_VERSION, spec]))
}
