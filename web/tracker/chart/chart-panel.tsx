import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { Chart } from '../chart/chart.tsx'
import type { ChartRange } from '../chart/chart-props.ts'
import { serverNowMs } from '../data/api-client.ts'
import { boundsOf } from '../data/load-timeline.ts'
import type { Subject } from '../data/subject.ts'
import type { BoardData } from '../data/use-board.ts'
import { appendMoments, gapsOf, linesOf, momentsOf } from '../view/chart-lines.ts'
import { compareRuns } from '../view/compare-runs.ts'
import type { PageProps } from '../view/page.ts'
import { ranksOnOffer } from '../view/pick-ranks.ts'
import { AnomalyNote } from './anomaly-note.tsx'
import { FailureNotice } from './notice.tsx'
import { CustomRange } from './custom-range.tsx'
import { RangePicker } from './range-picker.tsx'
import { RankPicker } from './rank-picker.tsx'

/** Renders the chart with its rank and time controls. */
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
  const { board, ranks, timeline, comparison, added, chartFailure } = data
  const gapNow = board?.watched.gap
  const shown = useMemo(() => {
    if (comparison !== undefined) return compareRuns(page, comparison, data, subject)
    if (timeline === undefined) return undefined
    const bounds = boundsOf(view.range, subject, serverNowMs())
    const fromMs = bounds.from ?? subject.run?.startsAtMs ?? Number.NEGATIVE_INFINITY
    // Polling continues for some minutes after a run ends; its last snapshot is the final result.
    const untilMs = bounds.until ?? subject.boardEndsAtMs ?? Number.POSITIVE_INFINITY
    const moments = appendMoments(momentsOf(timeline.entries), added).filter(
      ({ atMs }) => atMs >= fromMs && atMs < untilMs,
    )
    const lines = linesOf(moments, ranks, (rank) => messages.rankNamed(format.number(rank)))
    const gaps = gapsOf(timeline.entries, gapNow, messages.reasons)
    return { lines, gaps, axis: 'time' as const }
  }, [comparison, timeline, added, ranks, view, messages, format, gapNow, subject])
  const marks = useMemo(
    () =>
      comparison === undefined ? (timeline?.anomalies.list.map(({ atMs }) => atMs) ?? []) : [],
    [comparison, timeline],
  )
  const notWatched = (comparison ?? timeline)?.notWatched ?? []
  const own = typeof view.range === 'object' ? view.range : undefined
  return (
    <section aria-labelledby="chart">
      <div class="head">
        <h2 id="chart">{messages.chart.title}</h2>
        {view.with.length === 0 && <RangePicker page={page} zoom={zoom} onZoom={onZoom} />}
      </div>
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
          axis={shown.axis}
          lang={page.lang}
          zone={format.zone}
          messages={messages.chart}
          zoom={zoom}
          onZoom={onZoom}
          {...(own !== undefined && { fromMs: own.from, untilMs: own.until })}
        />
      )}
      {timeline !== undefined && comparison === undefined && (
        <AnomalyNote page={page} anomalies={timeline.anomalies} />
      )}
      {board?.reading !== undefined && view.with.length === 0 && (
        <CustomRange page={page} run={subject.run} />
      )}
      {board !== undefined && <RankPicker page={page} board={board} shown={ranks} />}
      <p class="quiet">{messages.zone(format.zoneName)}</p>
    </section>
  )
}
