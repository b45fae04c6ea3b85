import { createHash } from 'node:crypto'
import type { PublicEnvelope, PublicPart } from '../contract/public/messages.ts'
import type {
  PublicClient,
  PublicPicture,
  PublicReaders,
} from '../contract/public/public-content.ts'
import type { PictureType } from '../contract/public/public-operation.ts'
import type { ChartOperationId, PublicArguments } from '../contract/public/public-operations.ts'
import { STEP_NAMES } from '../contract/public/steps.ts'
import type { Clock } from '../domain/clock.ts'
import type { Region } from '../domain/region.ts'
import { notFound } from '../domain/service-error.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/time-units.ts'
import { chartLines, type ChartContent } from './chart-lines.ts'
import type { ChartOrder } from './chart-order.ts'

/** What is drawn where nobody says which ranks, as far as they are watched. */
const CHART_RANKS = [1, 10, 100, 1_000]

/** Raised whenever the same order is drawn in another way, so that nobody keeps the old picture for the new one. */
const DRAWING = 1

/** What the pictures are made of. */
export interface ChartReaderSettings {
  /** The readings of the public interface: a picture shows what they say. */
  readonly read: Pick<
    PublicReaders,
    'public.event.history' | 'public.event.cutoffs' | 'public.events.current' | 'public.events.list'
  >
  readonly clock: Pick<Clock, 'nowMs'>
  /** Draws a picture, or gives one that is kept by its tag. */
  readonly draw: (order: ChartOrder, tag: string) => Promise<Uint8Array>
}

type Asked = { readonly region: Region } & PublicArguments<'public.event.chart.png'>

/** Makes the readers of pictures. What they read is read in line with all other readings; drawing comes after. */
export function createChartReaders({
  read,
  clock,
  draw,
}: ChartReaderSettings): Pick<PublicReaders, ChartOperationId> {
  /** The shortest step that gives the whole range in one answer. */
  const readWhole = async (asked: Asked, ranks: readonly number[], client: PublicClient) => {
    const { region, eventId, startsAt, from, until } = asked
    const range = { region, eventId, ranks, startsAt, from, until }
    let history = await read['public.event.history']({ ...range, step: 'raw' }, client)
    for (const step of STEP_NAMES.slice(1)) {
      if (Number(history.message.nextFrom ?? 0) === 0) break
      history = await read['public.event.history']({ ...range, step }, client)
    }
    return history
  }

  const picture =
    (type: PictureType) =>
    async (asked: Asked, client: PublicClient): Promise<PublicPicture> => {
      const { region, eventId, width, height, theme, language, zone } = asked
      const ranks = asked.ranks?.length
        ? asked.ranks
        : usualRanks((await read['public.event.cutoffs']({ region, eventId }, client)).message)
      const { message, freshForMs } = await readWhole(asked, ranks, client)
      const { event = {}, entries = [] } = message
      const { lines, gaps, firstMs, lastMs } = chartLines(ranks, entries)
      const range = rangeOf(asked, event, { gaps, firstMs, lastMs, nowMs: clock.nowMs() })
      const inside = gaps
        .map((gap) => ({
          fromMs: Math.max(gap.fromMs, range.fromMs),
          untilMs: Math.min(gap.untilMs, range.untilMs),
        }))
        .filter((gap) => gap.fromMs < gap.untilMs)
      const order: ChartOrder = {
        type,
        width,
        height,
        theme,
        language,
        zone,
        region,
        event: {
          id: eventId,
          name: event.name ?? '',
          state: event.state,
          startsAtMs: Number(event.startsAt ?? 0),
          endsAtMs: Number(event.endsAt ?? 0),
        },
        ...range,
        lastMs,
        lines,
        gaps: inside,
      }
      const tag = tagOf(order)
      return {
        type: 'picture',
        draw: () => draw(order, tag),
        tag,
        fetchedAtMs: lastMs,
        freshForMs,
      }
    }
  /** The run of now, else the newest that has begun, else the next one. */
  const current =
    (type: PictureType): PublicReaders['public.current.chart.png'] =>
    async (asked, client) => {
      const { region } = asked
      const running = await read['public.events.current']({ region }, client)
      const [first] = running.message.events ?? []
      const known = first ?? (await newest(region, client))
      if (known?.id === undefined) throw notFound('No event of this region is known yet.')
      const startsAt = Number(known.startsAt ?? 0)
      const drawn = await picture(type)({ ...asked, eventId: known.id, startsAt }, client)
      return { ...drawn, freshForMs: Math.min(drawn.freshForMs, running.freshForMs) }
    }
  const newest = async (region: Region, client: PublicClient) => {
    const { message } = await read['public.events.list']({ region, before: undefined }, client)
    const events = message.events ?? []
    return events.find(({ state }) => state !== 'coming') ?? events.at(-1)
  }
  return {
    'public.event.chart.png': picture('image/png'),
    'public.event.chart.svg': picture('image/svg+xml'),
    'public.current.chart.png': current('image/png'),
    'public.current.chart.svg': current('image/svg+xml'),
  }
}

/** The usual ranks that are watched, else the first ones that are. */
function usualRanks({ watch = {}, snapshot = {} }: PublicEnvelope<'Board'>): readonly number[] {
  const named = watch.ranks ?? []
  const held = (snapshot.rows ?? []).map(({ rank = 0 }) => rank)
  const watched = named.length > 0 ? named : held
  const usual = CHART_RANKS.filter((rank) => watched.includes(rank))
  if (usual.length > 0) return usual
  return watched.length > 0 ? watched.slice(0, CHART_RANKS.length) : CHART_RANKS
}

/**
 * The range of the axis: what was asked for, else from the first to the newest that is known of the run. A gap that lasts is known
 * to last until this minute; a finer time would make another picture of every request.
 */
function rangeOf(
  { from, until }: Pick<Asked, 'from' | 'until'>,
  { startsAt = '0' }: PublicPart['Event'],
  known: Pick<ChartContent, 'gaps' | 'firstMs' | 'lastMs'> & { readonly nowMs: number },
): Pick<ChartOrder, 'fromMs' | 'untilMs'> {
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

function tagOf(order: ChartOrder): string {
  const words = JSON.stringify([DRAWING, order])
  return createHash('sha256').update(words).digest('base64url').slice(0, 22)
}
