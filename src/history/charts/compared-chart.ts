import { textFor } from '../../game/localized-text.ts'
import type { Region } from '../../game/region.ts'
import type { Language } from '../../platform/language.ts'
import { MINUTE_MS } from '../../platform/time/time-units.ts'
import type { PublicMessage } from '../api/public-content.ts'
import type { PublicEnvelope } from '../api/public-messages.ts'
import type { StepName } from '../api/time-steps.ts'
import { chartLines } from './chart-lines.ts'
import { shiftPrediction } from './chart-prediction.ts'
import type { ChartLine, ChartSpec, ComparedRun } from './chart-spec.ts'

/** The arguments of a comparison request for a chart. */
export interface ComparisonPage {
  readonly ranks: readonly number[]
  readonly with: readonly string[]
  readonly since: number
  readonly step: StepName
}

/** The lines of the compared runs. */
interface ComparedLines {
  readonly runs: readonly ComparedRun[]
  /** In milliseconds since the start of each run. */
  readonly lines: readonly ChartLine[]
  /** Newest snapshot of all runs, in milliseconds since their start; 0 without one. */
  readonly lastMs: number
}

/** Steps of a comparison, shortest first. */
const STEPS = ['5m', '15m', '1h', '1d'] as const

/** Maximum pages per step. If a comparison needs more, the next longer step is used. */
const PAGES_MAX = 4

type ReadComparison = (page: ComparisonPage) => Promise<PublicMessage<'Comparison'>>

/**
 * Reads the runs to compare with, in the shortest step that fits in {@link PAGES_MAX} pages;
 * `undefined` if none is requested.
 */
export async function readComparedRuns(
  read: ReadComparison | undefined,
  ranks: readonly number[],
  others: readonly string[] = [],
): Promise<PublicMessage<'Comparison'> | undefined> {
  if (others.length === 0 || read === undefined) return undefined
  let comparison: PublicMessage<'Comparison'> | undefined
  for (const step of STEPS) {
    comparison = await readPages(read, { ranks, with: others, step })
    if (nextSince(comparison) === undefined) break
  }
  return comparison
}

/** Reads up to {@link PAGES_MAX} pages. Stops after the first if more would be needed. */
async function readPages(
  read: ReadComparison,
  query: Omit<ComparisonPage, 'since'>,
): Promise<PublicMessage<'Comparison'>> {
  const first = await read({ ...query, since: 0 })
  const coveredMs = nextSince(first)
  if (coveredMs === undefined || longestMs(first) > coveredMs * PAGES_MAX) return first
  const pages = [first]
  for (let since: number | undefined = coveredMs; since !== undefined;) {
    if (pages.length === PAGES_MAX) break
    const page = await read({ ...query, since })
    pages.push(page)
    since = nextSince(page)
  }
  return { ...first, message: joinPages(pages) }
}

/**
 * Returns the start of the next page: that of the first incomplete run; `undefined` if all are
 * complete.
 */
function nextSince({ message: { runs = [] } }: PublicMessage<'Comparison'>): number | undefined {
  const nexts = runs.map((one) => Number(one.nextSince ?? 0)).filter((since) => since > 0)
  return nexts.length === 0 ? undefined : Math.min(...nexts)
}

function longestMs({ message: { runs = [] } }: PublicMessage<'Comparison'>): number {
  const lengths = runs.map(
    ({ event = {} }) => Number(event.endsAt ?? 0) - Number(event.startsAt ?? 0),
  )
  return Math.max(0, ...lengths)
}

/** Joins the pages of each run. A page may repeat entries of a run that was already further. */
function joinPages(pages: readonly PublicMessage<'Comparison'>[]): PublicEnvelope<'Comparison'> {
  const [first, ...rest] = pages.map(({ message: { runs = [] } }) => runs)
  const runs = (first ?? []).map((run, at) => {
    const entries = [...(run.entries ?? [])]
    for (const page of rest) {
      const lastMs = Number(entries.at(-1)?.sinceStart ?? -1)
      const more = page[at]?.entries ?? []
      entries.push(...more.filter(({ sinceStart }) => Number(sinceStart ?? 0) > lastMs))
    }
    return { ...run, entries, nextSince: rest.at(-1)?.[at]?.nextSince ?? '0' }
  })
  return { runs }
}

/**
 * Converts a spec to an axis of time since the start and adds the lines of other runs. `from` and
 * `until` are Unix milliseconds within the run of the chart.
 */
export function toComparisonSpec(
  spec: ChartSpec,
  {
    ranks,
    from,
    until,
  }: {
    readonly ranks: readonly number[]
    readonly from: number | undefined
    readonly until: number | undefined
  },
  comparison: PublicEnvelope<'Comparison'>,
): ChartSpec {
  const startMs = spec.subject.startsAtMs
  const { runs, lines, lastMs } = toComparedLines(ranks, comparison, spec.language)
  const fromMs = Math.max(0, (from ?? startMs) - startMs)
  const untilMs = until === undefined ? Math.max(lastMs, spec.untilMs - startMs) : until - startMs
  const isWithin = ([atMs]: readonly [number, number]) => atMs >= fromMs && atMs <= untilMs
  const own = spec.lines.map((line) => shiftLine(line, -startMs))
  return {
    ...spec,
    fromMs,
    untilMs: Math.max(untilMs, fromMs + MINUTE_MS),
    compared: runs,
    lines: [...own, ...lines].map((line) => ({
      ...line,
      parts: line.parts.map((part) => part.filter(isWithin)).filter((part) => part.length > 0),
    })),
    gaps: spec.gaps.map((gap) => ({
      fromMs: gap.fromMs - startMs,
      untilMs: gap.untilMs - startMs,
    })),
    ...(spec.prediction && { prediction: shiftPrediction(spec.prediction, -startMs) }),
  }
}

/** Converts all runs of a comparison to lines, except the first, which is the run of the chart. */
function toComparedLines(
  ranks: readonly number[],
  { runs = [] }: PublicEnvelope<'Comparison'>,
  language: Language,
): ComparedLines {
  const others = runs.slice(1).map(({ event = {}, entries = [] }, at) => {
    const { id = '0', name, startsAt = '0' } = event
    const region = (event.region ?? '') as Region
    const startsAtMs = Number(startsAt)
    const { lines, lastMs = startsAtMs } = chartLines(ranks, entries)
    return {
      run: { region, id, name: textFor(name, language, region)?.text ?? '', startsAtMs },
      lines: lines.map((line) => ({ ...shiftLine(line, -startsAtMs), other: at + 1 })),
      lastMs: lastMs - startsAtMs,
    }
  })
  return {
    runs: others.map(({ run }) => run),
    lines: others.flatMap(({ lines }) => lines),
    lastMs: Math.max(0, ...others.map(({ lastMs }) => lastMs)),
  }
}

function shiftLine({ rank, parts }: ChartLine, byMs: number): ChartLine {
  return {
    rank,
    parts: parts.map((part) => part.map(([atMs, points]) => [atMs + byMs, points] as const)),
  }
}
