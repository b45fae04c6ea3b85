import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { FailureNotice } from '../components/notice.tsx'
import { Icon } from '../../shared/components/icon.tsx'
import { serverNowMs } from '../data/api-client.ts'
import { boundsOf } from '../data/load-timeline.ts'
import type { Subject } from '../data/subject.ts'
import type { BoardData } from '../data/use-board.ts'
import { withRankAlone } from '../view/change-view.ts'
import { appendMoments, gapsOf, linesOf, momentsOf } from '../view/chart-lines.ts'
import { compareRuns } from '../compare/compare-runs.ts'
import type { PageProps } from '../view/page.ts'
import { ranksOnOffer } from '../view/pick-ranks.ts'
import { AnomalyNote } from './anomaly-note.tsx'
import { ChartToolbar } from './chart-toolbar.tsx'
import type { ChartGap, ChartLine, ChartRange } from './chart-props.ts'
import { Chart } from './chart.tsx'
import { CustomRange } from './custom-range.tsx'
import { dayMarks } from './day-marks.ts'
import { speedLine } from './speed-line.ts'

/** Renders the chart of a board with its controls. */
export function ChartPanel({
  page,
  subject,
  data,
  zoom,
  onZoom,
}: {
  readonly page: PageProps
  readonly subject: Subject
  readonly data: BoardData
  /** The zoomed part of the chart. */
  readonly zoom: ChartRange | undefined
  readonly onZoom: (zoom: ChartRange | undefined) => void
}): JSX.Element {
  const { messages, format, view } = page
  const { board, ranks, timeline, comparison, chartFailure } = data
  const shown = useShownLines(page, subject, data)
  const marks = useMemo(
    () =>
      comparison === undefined ? (timeline?.anomalies.list.map(({ atMs }) => atMs) ?? []) : [],
    [comparison, timeline],
  )
  const days = useMemo(
    () => dayMarks(subject.region, rangeOf(shown?.lines ?? [])),
    [subject, shown],
  )
  const notWatched = (comparison ?? timeline)?.notWatched ?? []
  const own = typeof view.range === 'object' ? view.range : undefined
  return (
    <section class="card chart-card" aria-labelledby="chart">
      <div class="card-head">
        <h2 id="chart">{messages.charts[view.metric]}</h2>
        <ChartToolbar page={page} zoom={zoom} onZoom={onZoom} />
      </div>
      {view.rank !== undefined && <RankAlone page={page} rank={view.rank} />}
      {chartFailure !== undefined && (
        <FailureNotice failure={chartFailure} messages={messages} retry={data.reload} />
      )}
      {shown === undefined && chartFailure === undefined && board?.reading !== undefined && (
        <div class="skeleton skeleton-chart" aria-label={messages.loading} />
      )}
      {notWatched.length > 0 && board !== undefined && (
        <p class="notice">
          {messages.ranksUnwatched(
            format.list(notWatched.map(format.number)),
            format.list(ranksOnOffer(board).map(format.number)),
          )}
        </p>
      )}
      {shown !== undefined && notWatched.length < ranks.length && (
        <Chart
          lines={shown.lines}
          gaps={shown.gaps}
          marks={marks}
          days={days}
          axis={shown.axis}
          metric={view.metric}
          scale={view.scale}
          lang={page.lang}
          zone={format.zone}
          messages={messages.chart}
          zoom={zoom}
          onZoom={onZoom}
          foot={view.with.length === 0 && <CustomRange page={page} run={subject.run} />}
          {...(own !== undefined && { fromMs: own.from, untilMs: own.until })}
        />
      )}
      {timeline !== undefined && comparison === undefined && (
        <AnomalyNote page={page} anomalies={timeline.anomalies} />
      )}
    </section>
  )
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

interface ShownLines {
  readonly lines: readonly ChartLine[]
  readonly gaps: readonly ChartGap[]
  readonly axis: 'time' | 'since'
}

/** Returns the lines of the chart, or `undefined` until their data are loaded. */
function useShownLines(page: PageProps, subject: Subject, data: BoardData): ShownLines | undefined {
  const { messages, format, view } = page
  const { board, ranks, timeline, comparison, added } = data
  const gapNow = board?.watched.gap
  return useMemo(() => {
    const alone = view.rank === undefined ? ranks : [view.rank]
    const finish = ({ lines, gaps, axis }: ShownLines): ShownLines => ({
      lines: view.metric === 'speed' ? lines.map((line) => speedLine(line, gaps)) : lines,
      gaps,
      axis,
    })
    if (comparison !== undefined) {
      return finish(compareRuns(page, comparison, { ranks: alone, added }, subject))
    }
    if (timeline === undefined) return undefined
    const bounds = boundsOf(view.range, subject, serverNowMs())
    const fromMs = bounds.from ?? subject.run?.startsAtMs ?? Number.NEGATIVE_INFINITY
    // Polling continues for some minutes after a run ends; its last snapshot is the final result.
    const untilMs = bounds.until ?? subject.boardEndsAtMs ?? Number.POSITIVE_INFINITY
    const moments = appendMoments(momentsOf(timeline.entries), added).filter(
      ({ atMs }) => atMs >= fromMs && atMs < untilMs,
    )
    const lines = linesOf(moments, alone, (rank) => messages.rankNamed(format.number(rank)))
    const gaps = gapsOf(timeline.entries, gapNow, messages.reasons)
    const named = lines.map((line) => ({
      ...line,
      ending: messages.rankShort(format.number(line.rank)),
    }))
    return finish({ lines: named, gaps, axis: 'time' })
  }, [comparison, timeline, added, ranks, view, messages, format, gapNow, subject])
}

/** Returns the first and the last time of lines. */
function rangeOf(lines: readonly ChartLine[]): ChartRange {
  const times = lines.flatMap(({ points }) => [points[0]?.atMs, points.at(-1)?.atMs])
  const known = times.filter((time) => time !== undefined)
  return { fromMs: Math.min(...known), untilMs: Math.max(...known) }
}
