import type { ChartGap, ChartLine } from '../chart/chart-props.ts'
import type { Subject } from '../data/subject.ts'
import type { BoardData } from '../data/use-board.ts'
import { nameOfRun } from '../i18n/name-of.ts'
import { appendMoments, gapsOf, linesOf, momentsOf } from './chart-lines.ts'
import type { PageProps } from './page.ts'

/** Number of colors in the chart's palette. */
const COLORS = 8

/**
 * Returns the lines and gaps of runs side by side, on an axis of milliseconds since each start. The
 * first run is the page's subject, with its live snapshots; the others are dashed. A gap breaks the
 * lines of its own run only.
 */
export function compareRuns(
  { messages, lang, format }: Pick<PageProps, 'messages' | 'lang' | 'format'>,
  { runs }: NonNullable<BoardData['comparison']>,
  { ranks, added }: Pick<BoardData, 'ranks' | 'added'>,
  { region }: Pick<Subject, 'region'>,
): { lines: readonly ChartLine[]; gaps: readonly ChartGap[]; axis: 'since' } {
  const compared = runs.map(({ run, entries }, at) => {
    const isSubject = at === 0
    const live = isSubject
      ? added.map(({ atMs, points }) => ({ atMs: atMs - run.startsAtMs, points }))
      : []
    const where = run.region === region ? '' : `${messages.regions[run.region]}, `
    const name = `${nameOfRun(run, { messages, lang })} (${where}${format.start(run)})`
    const labelOf = (rank: number) => `${messages.rankNamed(format.number(rank))}, ${name}`
    const lines = linesOf(appendMoments(momentsOf(entries), live), ranks, labelOf).map(
      (line, index) => ({
        ...line,
        key: `${run.region}:${run.id}@${run.startsAtMs}/${line.rank}`,
        // Two runs share the color of a rank and differ in dashes; more runs need a color for each
        // line.
        color: (runs.length === 2 ? index : at * ranks.length + index) % COLORS,
        dashed: !isSubject,
      }),
    )
    const keys = lines.map(({ key }) => key)
    const gaps = gapsOf(entries, undefined, messages.reasons).map((gap) => ({ ...gap, keys }))
    return { lines, gaps }
  })
  return {
    lines: compared.flatMap(({ lines }) => lines),
    gaps: compared.flatMap(({ gaps }) => gaps),
    axis: 'since',
  }
}
