import type { ChartGap, ChartLine } from '../chart/chart-props.ts'
import type { LoadedComparison } from '../data/load-timeline.ts'
import type { Subject } from '../data/subject.ts'
import { nameOfRun } from '../i18n/name-of.ts'
import { appendMoments, gapsOf, linesOf, momentsOf, type Moment } from '../view/chart-lines.ts'
import type { PageProps } from '../view/page.ts'

/**
 * Returns the lines and gaps of runs side by side, on an axis of milliseconds since each start. The
 * first run is the page's subject, with its live snapshots. A rank has the same color in every run;
 * the others are dashed. A gap breaks the lines of its own run only.
 */
export function compareRuns(
  { messages, lang, format }: Pick<PageProps, 'messages' | 'lang' | 'format'>,
  { runs }: LoadedComparison,
  { ranks, added }: { readonly ranks: readonly number[]; readonly added: readonly Moment[] },
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
    const lines = linesOf(appendMoments(momentsOf(entries), live), ranks, labelOf).map((line) => ({
      ...line,
      key: `${run.region}:${run.id}@${run.startsAtMs}/${line.rank}`,
      other: at,
      ...(isSubject && { ending: messages.rankShort(format.number(line.rank)) }),
    }))
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
