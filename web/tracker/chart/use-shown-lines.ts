import { useMemo } from 'preact/hooks'
import { compareRuns } from '../compare/compare-runs.ts'
import { serverNowMs } from '../data/api-client.ts'
import { boundsOf, type LoadedComparison, type LoadedTimeline } from '../data/load-timeline.ts'
import type { Subject } from '../data/subject.ts'
import type { BoardData } from '../data/use-board.ts'
import { appendMoments, gapsOf, linesOf, momentsOf } from '../view/chart-lines.ts'
import type { PageProps } from '../view/page.ts'
import type { ChartGap, ChartLine } from './chart-props.ts'
import { speedLine } from './speed-line.ts'

/** The lines of the chart. */
export interface ShownLines {
  readonly lines: readonly ChartLine[]
  readonly gaps: readonly ChartGap[]
  readonly axis: 'time' | 'since'
}

/** The data of the lines: the timeline of a board, or a comparison of runs. */
export interface LineData {
  readonly timeline: LoadedTimeline | undefined
  readonly comparison: LoadedComparison | undefined
}

/** Returns the lines of the chart, or `undefined` until their data are loaded. */
export function useShownLines(
  page: PageProps,
  subject: Subject,
  data: BoardData,
  { timeline, comparison }: LineData,
): ShownLines | undefined {
  const { messages, format, view } = page
  const { board, ranks, added } = data
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
