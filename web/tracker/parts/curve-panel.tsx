import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { Curve, type CurveGap, type CurveLine } from '../curve/curve.tsx'
import { serverNowMs } from '../data/ask.ts'
import { boundsOf } from '../data/load-timeline.ts'
import type { Subject } from '../data/subject.ts'
import type { BoardData } from '../data/use-board.ts'
import { appendMoments, gapsOf, linesOf, momentsOf } from '../view/make-lines.ts'
import type { PageProps } from '../view/page.ts'
import { nameOfRun } from '../words/name-of.ts'
import { FailureNotice } from './notice.tsx'
import { OwnRange } from './own-range.tsx'
import { RangeChoice } from './range-choice.tsx'
import { RankChoice } from './rank-choice.tsx'

/** The curve with what chooses its ranks and its time. */
export function CurvePanel({
  page,
  subject,
  data,
}: {
  readonly page: PageProps
  readonly subject: Subject
  readonly data: BoardData
}): JSX.Element {
  const { texts, format, view } = page
  const { board, ranks, timeline, comparison, added, curveFailure } = data
  const gapNow = board?.watched.gap
  const shown = useMemo(() => {
    if (comparison !== undefined) return compare(page, data, subject)
    if (timeline === undefined) return undefined
    const bounds = boundsOf(view.range, subject.run, serverNowMs())
    const fromMs = bounds.from ?? subject.run?.startsAtMs ?? Number.NEGATIVE_INFINITY
    const untilMs = bounds.until ?? subject.run?.endsAtMs ?? Number.POSITIVE_INFINITY
    const moments = appendMoments(momentsOf(timeline), added).filter(
      ({ atMs }) => atMs >= fromMs && atMs < untilMs,
    )
    const lines = linesOf(moments, ranks, (rank) => texts.rankNamed(format.number(rank)))
    return { lines, gaps: gapsOf(timeline, gapNow, texts.reasons), axis: 'time' as const }
  }, [comparison, timeline, added, ranks, view, texts, format, gapNow, subject.run?.startsAtMs])
  const own = typeof view.range === 'object' ? view.range : undefined
  return (
    <section aria-labelledby="curve">
      <div class="head">
        <h2 id="curve">{texts.curve}</h2>
        {view.with.length === 0 && <RangeChoice page={page} />}
      </div>
      {curveFailure !== undefined && (
        <FailureNotice failure={curveFailure} texts={texts} retry={data.reload} />
      )}
      {shown === undefined && curveFailure === undefined && board?.reading !== undefined && (
        <div class="skeleton skeleton-curve" aria-label={texts.loading} />
      )}
      {shown !== undefined && (
        <Curve
          lines={shown.lines}
          gaps={shown.gaps}
          axis={shown.axis}
          lang={page.lang}
          zone={format.zone}
          texts={texts.inCurve}
          {...(own !== undefined && { fromMs: own.from, untilMs: own.until })}
        />
      )}
      {board?.reading !== undefined && view.with.length === 0 && (
        <OwnRange page={page} run={subject.run} />
      )}
      {board !== undefined && <RankChoice page={page} board={board} shown={ranks} />}
      <p class="quiet">{texts.zone(format.zoneName)}</p>
    </section>
  )
}

/** Runs side by side: the one of the subject as it is now, the others dashed. */
function compare(
  { texts, format }: PageProps,
  { comparison = [], ranks, added }: BoardData,
  { run, region }: Subject,
): { lines: readonly CurveLine[]; gaps: readonly CurveGap[]; axis: 'since' } {
  const lines = comparison.flatMap((one, at): readonly CurveLine[] => {
    const isSubject = at === 0
    const since = isSubject
      ? added.map(({ atMs, points }) => ({ atMs: atMs - one.run.startsAtMs, points }))
      : []
    const moments = appendMoments(momentsOf(one.entries), since)
    const where = one.run.region === region ? '' : `${texts.regions[one.run.region]}, `
    const name = `${nameOfRun(one.run, texts)} (${where}${format.start(one.run)})`
    return linesOf(
      moments,
      ranks,
      (rank) => `${texts.rankNamed(format.number(rank))}, ${name}`,
    ).map((line, index) => ({
      ...line,
      key: `${one.run.region}:${one.run.id}@${one.run.startsAtMs}/${line.rank}`,
      // Of two runs a rank has one colour, and the dashes tell them apart; more of them need a colour for each line.
      colour: (comparison.length === 2 ? index : at * ranks.length + index) % 8,
      dashed: !isSubject,
    }))
  })
  const own = comparison.find((one) => one.run.startsAtMs === run?.startsAtMs)
  return { lines, gaps: gapsOf(own?.entries ?? [], undefined, texts.reasons), axis: 'since' }
}
