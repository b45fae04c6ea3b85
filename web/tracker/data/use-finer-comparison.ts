import { useMemo } from 'preact/hooks'
import { HOUR_MS } from '../../../src/platform/time/time-units.ts'
import type { View } from '../view/view.ts'
import { serverNowMs } from './api-client.ts'
import {
  comparisonStep,
  loadComparison,
  stepFor,
  type ComparedPart,
  type LoadedComparison,
} from './load-timeline.ts'
import type { Subject } from './subject.ts'
import { mergeEntries, useRested, type TimePart } from './use-finer-timeline.ts'
import { useQuery } from './use-query.ts'

/** What is shown of a comparison. */
export interface FinerComparisonOptions {
  readonly ranks: readonly number[]
  readonly view: View
  /** The zoomed part in Unix ms of the subject's run; `undefined`: all of the runs. */
  readonly zoom: TimePart | undefined
}

/** Returns a comparison with finer data in the zoomed part, once they are loaded. */
export function useFinerComparison(
  subject: Subject,
  comparison: LoadedComparison | undefined,
  { ranks, view, zoom }: FinerComparisonOptions,
): LoadedComparison | undefined {
  const wanted = comparison && zoom && finerPart(subject, zoom)
  const rested = useRested(wanted && `${wanted.from}/${wanted.until}`)
  const { value: detail } = useQuery({
    key:
      wanted === undefined || rested === undefined
        ? undefined
        : JSON.stringify([subject.region, subject.run, view.with, ranks, rested]),
    load: (signal) =>
      loadComparison({ subject, ranks, range: 'all', with: view.with }, signal, wanted),
  })
  return useMemo(() => {
    if (comparison === undefined || wanted === undefined || detail === undefined) return comparison
    const runs = comparison.runs.map((one, at) => {
      const finer = detail.runs[at]?.entries ?? []
      return { ...one, entries: mergeEntries(one.entries, finer, wanted) }
    })
    return { ...comparison, runs }
  }, [comparison, detail, wanted?.from, wanted?.until])
}

/** Returns the full hours around a zoomed part, if a shorter step fits them. */
function finerPart(subject: Subject, { fromMs, untilMs }: TimePart): ComparedPart | undefined {
  const startMs = subject.run?.startsAtMs ?? 0
  const part = {
    from: Math.max(0, Math.floor((fromMs - startMs) / HOUR_MS) * HOUR_MS),
    until: Math.ceil((untilMs - startMs) / HOUR_MS) * HOUR_MS,
  }
  if (part.from >= part.until) return undefined
  return stepFor(part.until - part.from) === comparisonStep(subject, serverNowMs())
    ? undefined
    : part
}
