import { contentHash } from '../../platform/http/content-hash.ts'
import type { PublicEnvelope, PublicPart } from '../api/public-messages.ts'
import type { PublicClient, PublicChart, PublicHandlers } from '../api/public-content.ts'
import { readCurrentRun } from '../api/handlers/current-run.ts'
import type { ChartType } from '../api/public-operation.ts'
import type { ChartOperationId, PublicArguments } from '../api/public-operations.ts'
import { CHART_SIZE, drawnSize, USUAL_ZONE } from './chart-choices.ts'
import { STEP_NAMES } from '../api/time-steps.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { textFor } from '../../game/localized-text.ts'
import type { Region } from '../../game/region.ts'
import { widestNetwork } from '../../platform/net/network-tiers.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/time/time-units.ts'
import { chartLines, type ChartContent } from './chart-lines.ts'
import type { ChartClient, ChartSpec } from './chart-spec.ts'
import type { CachedChart } from './chart-cache.ts'

/** The default ranks of a chart, as far as they are watched. */
const CHART_RANKS = [1, 10, 100, 1_000]

/** Version of the drawing code. A new version changes all tags, so that caches drop old charts. */
const DRAWING_VERSION = 2

/** Options of {@link createChartHandlers}. */
export interface ChartHandlerOptions {
  /** The public handlers that supply the data of a chart. */
  readonly read: Pick<
    PublicHandlers,
    'public.event.history' | 'public.event.cutoffs' | 'public.events.current' | 'public.events.list'
  >
  readonly clock: Pick<Clock, 'nowMs'>
  /** Draws a chart, or returns the cached one with this tag. */
  readonly draw: (spec: ChartSpec, tag: string, client: ChartClient) => Promise<CachedChart>
}

type ChartQuery = { readonly region: Region } & PublicArguments<'public.event.chart.png'>

/** Creates the chart handlers. They read data within the read slots; drawing happens afterwards. */
export function createChartHandlers(
  options: ChartHandlerOptions,
): Pick<PublicHandlers, ChartOperationId> {
  const { read } = options
  const createHandler = (type: ChartType) => (query: ChartQuery, client: PublicClient) =>
    readChart(options, type, query, client)
  /** Draws the running event, else the latest one that has started, else the next one. */
  const createCurrentHandler =
    (type: ChartType): PublicHandlers['public.current.chart.png'] =>
    async (query, client) => {
      const { eventId, startsAt, freshForMs } = await readCurrentRun(read, query.region, client)
      const drawn = await readChart(options, type, { ...query, eventId, startsAt }, client)
      return { ...drawn, freshForMs: Math.min(drawn.freshForMs, freshForMs) }
    }
  return {
    'public.event.chart.png': createHandler('image/png'),
    'public.event.chart.svg': createHandler('image/svg+xml'),
    'public.current.chart.png': createCurrentHandler('image/png'),
    'public.current.chart.svg': createCurrentHandler('image/svg+xml'),
  }
}

/** Reads the data of a chart. */
async function readChart(
  options: ChartHandlerOptions,
  type: ChartType,
  query: ChartQuery,
  client: PublicClient,
): Promise<PublicChart> {
  const { read, clock, draw } = options
  const { region, eventId, startsAt } = query
  const board = await read['public.event.cutoffs']({ region, eventId, startsAt }, client)
  const ranks = query.ranks?.length ? query.ranks : usualRanks(board.message)
  const { message, freshForMs } = await readWhole(options, query, ranks, client)
  const { event = {}, entries = [] } = message
  const { lines, gaps, firstMs, lastMs } = chartLines(ranks, entries)
  const range = rangeOf(query, event, { gaps, firstMs, lastMs, nowMs: clock.nowMs() })
  const { snapshot } = board.message
  // The tag is the hash of the fields in this order.
  const spec: ChartSpec = {
    ...describeChart(type, query, event),
    ...range,
    lastMs,
    isFinal: snapshot?.final === true && Number(snapshot.fetchedAt ?? 0) === lastMs,
    lines,
    gaps: gapsWithin(range, gaps),
  }
  const tag = tagOf(spec)
  return {
    type: 'chart',
    draw: async ({ network, encoding }) => {
      const isPreferred = isUsual(query) && event.state === 'running'
      const drawn = await draw(spec, tag, { network: widestNetwork(network), isPreferred })
      // PNG is compressed already; SVG is text.
      return drawn.encoded(type === 'image/svg+xml' ? encoding : undefined)
    },
    tag,
    fetchedAtMs: lastMs,
    freshForMs,
  }
}

/** Reads the history with the shortest step whose range fits in one answer. */
async function readWhole(
  { read }: ChartHandlerOptions,
  { region, eventId, startsAt, from, until }: ChartQuery,
  ranks: readonly number[],
  client: PublicClient,
) {
  const range = { region, eventId, ranks, startsAt, from, until }
  let history = await read['public.event.history']({ ...range, step: 'raw' }, client)
  for (const step of STEP_NAMES.slice(1)) {
    if (Number(history.message.nextFrom ?? 0) === 0) break
    history = await read['public.event.history']({ ...range, step }, client)
  }
  return history
}

function describeChart(type: ChartType, query: ChartQuery, event: PublicPart['Event']) {
  const { region, eventId, theme, language, zone } = query
  const { width, height } = drawnSize(query)
  const name = textFor(event.name, language, region)
  return {
    type,
    width,
    height,
    theme,
    language,
    zone,
    region,
    event: {
      id: eventId,
      name: name?.text ?? '',
      language: name?.language ?? language,
      state: event.state,
      startsAtMs: Number(event.startsAt ?? 0),
      endsAtMs: Number(event.endsAt ?? 0),
    },
  }
}

/**
 * Returns whether all parameters except theme and language have their defaults. There are few such
 * charts, and very many people view them.
 */
function isUsual({ ranks, from, until, width, height, zone }: ChartQuery): boolean {
  return (
    (ranks ?? []).length === 0 &&
    from === undefined &&
    until === undefined &&
    width === CHART_SIZE.width.usual &&
    height === CHART_SIZE.height.usual &&
    zone === USUAL_ZONE
  )
}

/** Returns the default ranks that are watched, else the first watched ones. */
function usualRanks({ watch = {}, snapshot = {} }: PublicEnvelope<'Board'>): readonly number[] {
  const named = watch.ranks ?? []
  const held = (snapshot.rows ?? []).map(({ rank = 0 }) => rank)
  const watched = named.length > 0 ? named : held
  const usual = CHART_RANKS.filter((rank) => watched.includes(rank))
  if (usual.length > 0) return usual
  return watched.length > 0 ? watched.slice(0, CHART_RANKS.length) : CHART_RANKS
}

/**
 * Returns the range of the time axis: the requested one, else from the first to the newest data of
 * the run. An open gap extends to the current full minute; a finer time would defeat the cache.
 */
function rangeOf(
  { from, until }: Pick<ChartQuery, 'from' | 'until'>,
  { startsAt = '0' }: PublicPart['Event'],
  known: Pick<ChartContent, 'gaps' | 'firstMs' | 'lastMs'> & { readonly nowMs: number },
): Pick<ChartSpec, 'fromMs' | 'untilMs'> {
  const minuteMs = Math.floor(known.nowMs / MINUTE_MS) * MINUTE_MS
  const ends = known.gaps.map((gap) => Math.min(gap.untilMs, minuteMs))
  const newestMs = Math.max(known.lastMs ?? 0, ...ends)
  const startMs = Number(startsAt)
  const usualMs = startMs > 0 ? startMs : (until ?? minuteMs) - DAY_MS
  const firstMs = Math.min(known.firstMs ?? Infinity, ...known.gaps.map((gap) => gap.fromMs))
  const fromMs = from ?? (Number.isFinite(firstMs) ? Math.max(firstMs, usualMs) : usualMs)
  const untilMs = until ?? (newestMs > fromMs ? newestMs : fromMs + HOUR_MS)
  return { fromMs, untilMs: Math.max(untilMs, fromMs + MINUTE_MS) }
}

/** Returns the parts of the gaps within a range. */
function gapsWithin(
  { fromMs, untilMs }: Pick<ChartSpec, 'fromMs' | 'untilMs'>,
  gaps: ChartSpec['gaps'],
): ChartSpec['gaps'] {
  return gaps
    .map((gap) => ({
      fromMs: Math.max(gap.fromMs, fromMs),
      untilMs: Math.min(gap.untilMs, untilMs),
    }))
    .filter((gap) => gap.fromMs < gap.untilMs)
}

function tagOf(spec: ChartSpec): string {
  return contentHash(JSON.stringify([DRAWING_VERSION, spec]))
}
