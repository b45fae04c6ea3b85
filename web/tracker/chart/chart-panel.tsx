import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { dayMarks } from '../../../src/history/charts/day-marks.ts'
import { FailureNotice } from '../components/notice.tsx'
import { Icon } from '../../shared/components/icon.tsx'
import { ChartPicture } from '../first-screen/chart-picture.tsx'
import type { Subject } from '../data/subject.ts'
import type { BoardData } from '../data/use-board.ts'
import { useFinerComparison } from '../data/use-finer-comparison.ts'
import { useFinerTimeline } from '../data/use-finer-timeline.ts'
import { canPredict, isPredicted, useBands } from '../predictions/use-bands.ts'
import { withRankAlone } from '../view/change-view.ts'
import type { PageProps } from '../view/page.ts'
import { ranksOnOffer } from '../view/pick-ranks.ts'
import { AnomalyNote } from './anomaly-note.tsx'
import { ChartToolbar } from './controls/chart-toolbar.tsx'
import type { ChartBand, ChartDays, ChartLine, ChartRange } from './chart-props.ts'
import { Chart } from './chart.tsx'
import { CustomRange } from './controls/custom-range.tsx'
import { useShownLines, type ShownLines } from './use-shown-lines.ts'

/** Props of {@link ChartPanel}. */
export interface ChartPanelProps {
  readonly page: PageProps
  readonly subject: Subject
  readonly data: BoardData
  /** The zoomed part of the chart, in Unix ms. */
  readonly zoom: ChartRange | undefined
  readonly onZoom: (zoom: ChartRange | undefined) => void
}

/** Renders the chart of a board with its controls. */
export function ChartPanel(props: ChartPanelProps): JSX.Element {
  const { page, subject, data, zoom, onZoom } = props
  const { messages, format, view } = page
  const { board, ranks, timeline, comparison, chartFailure, prediction } = data
  const alone = view.rank === undefined ? ranks : [view.rank]
  const finer = useFinerTimeline(subject, timeline, { ranks: alone, range: view.range, zoom })
  const compared = useFinerComparison(subject, comparison, { ranks: alone, view, zoom })
  const shown = useShownLines(page, subject, data, { timeline: finer, comparison: compared })
  const bands = useBands(view, subject, prediction, shown)
  const marks = useMemo(
    () =>
      comparison === undefined ? (timeline?.anomalies.list.map(({ atMs }) => atMs) ?? []) : [],
    [comparison, timeline],
  )
  const days = useMemo(() => daysOf(subject, shown, bands), [subject, shown, bands])
  const unwatched = (comparison ?? timeline)?.notWatched ?? []
  // Where the board has none of the ranks of a link, it shows others.
  const unshown = view.ranks.filter((rank) => !ranks.includes(rank))
  const notWatched = [...new Set([...unshown, ...unwatched])]
  const hasPrediction = canPredict(view) && isPredicted(subject, prediction)
  return (
    <section class="card chart-card" aria-labelledby="chart">
      <div class="card-head">
        <h2 id="chart">{messages.charts[view.metric]}</h2>
        <ChartToolbar page={page} hasPrediction={hasPrediction} zoom={zoom} onZoom={onZoom} />
      </div>
      {view.rank !== undefined && <RankAlone page={page} rank={view.rank} />}
      {chartFailure !== undefined && (
        <FailureNotice failure={chartFailure} messages={messages} retry={data.reload} />
      )}
      {shown === undefined && chartFailure === undefined && board?.reading !== undefined && (
        <div class="skeleton skeleton-chart" aria-label={messages.loading} />
      )}
      {import.meta.env.SSR && <ChartPicture page={page} subject={subject} ranks={ranks} />}
      {notWatched.length > 0 && board !== undefined && (
        <p class="notice">
          {messages.ranksUnwatched(
            format.list(notWatched.map(format.number)),
            format.list(ranksOnOffer(board).map(format.number)),
          )}
        </p>
      )}
      {shown !== undefined && unwatched.length < ranks.length && (
        <Chart
          lines={shown.lines}
          gaps={shown.gaps}
          bands={bands}
          marks={marks}
          days={days}
          axis={shown.axis}
          metric={view.metric}
          scale={view.scale}
          lang={page.lang}
          zone={format.zone}
          messages={messages.chart}
          foot={view.with.length === 0 && <CustomRange page={page} run={subject.run} />}
          {...zoomOf(props, shown.axis)}
        />
      )}
      {timeline !== undefined && comparison === undefined && (
        <AnomalyNote page={page} anomalies={timeline.anomalies} />
      )}
    </section>
  )
}

/**
 * Returns the bounds and the zoom of the chart in milliseconds of its axis. The page and its link
 * have Unix ms also where the axis is the time since the start of the run.
 */
function zoomOf({ page, subject, zoom, onZoom }: ChartPanelProps, axis: 'time' | 'since') {
  const { range } = page.view
  const startMs = axis === 'since' ? (subject.run?.startsAtMs ?? 0) : 0
  const moved = (by: number, part: ChartRange | undefined) =>
    part && { fromMs: part.fromMs + by, untilMs: part.untilMs + by }
  return {
    zoom: moved(-startMs, zoom),
    onZoom: (part: ChartRange | undefined) => onZoom(moved(startMs, part)),
    ...(typeof range === 'object' && {
      fromMs: range.from - startMs,
      untilMs: range.until - startMs,
    }),
  }
}

/** Renders which rank the chart shows alone, and the way back to all. */
function RankAlone({
  page,
  rank,
}: {
  readonly page: PageProps
  readonly rank: number
}): JSX.Element {
  const { messages, format, view } = page
  return (
    <button
      type="button"
      class="chip rank-alone"
      onClick={() => page.choose(withRankAlone(view, rank))}
    >
      {messages.rankNamed(format.number(rank))}
      <Icon name="close" />
      <span class="spoken">{messages.showAllRanks}</span>
    </button>
  )
}

/** Returns the nights and resets of the subject's region, in milliseconds of the axis. */
function daysOf(
  { region, run }: Subject,
  shown: ShownLines | undefined,
  bands: readonly ChartBand[],
): ChartDays {
  const startMs = shown?.axis === 'since' ? (run?.startsAtMs ?? 0) : 0
  const { fromMs, untilMs } = rangeOf(shown?.lines ?? [], bands)
  const { nights, resets } = dayMarks(region, {
    fromMs: fromMs + startMs,
    untilMs: untilMs + startMs,
  })
  return {
    nights: nights.map((night) => ({
      fromMs: night.fromMs - startMs,
      untilMs: night.untilMs - startMs,
    })),
    resets: resets.map((atMs) => atMs - startMs),
  }
}

/** Returns the first and the last time of lines and bands. */
function rangeOf(lines: readonly ChartLine[], bands: readonly ChartBand[]): ChartRange {
  const times = lines.flatMap(({ points }) => [points[0]?.atMs, points.at(-1)?.atMs])
  const known = [...times, ...bands.map(({ untilMs }) => untilMs)].filter(
    (time) => time !== undefined,
  )
  return { fromMs: Math.min(...known), untilMs: Math.max(...known) }
}
