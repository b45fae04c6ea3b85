import { useEffect, useMemo, useState } from 'preact/hooks'
import { HOUR_MS } from '../../../src/platform/time/time-units.ts'
import type { Range } from '../view/view.ts'
import { serverNowMs } from './api-client.ts'
import {
  boundsOf,
  fitRange,
  loadTimeline,
  stepFor,
  type LoadedTimeline,
} from './load-timeline.ts'
import type { TimelineEntry } from './parse-message.ts'
import type { Subject } from './subject.ts'
import { useQuery } from './use-query.ts'

/** How long a zoom must rest before finer data are loaded: a pinch changes it many times. */
const REST_MS = 300

/** A part of the time axis, in Unix ms. */
export interface TimePart {
  readonly fromMs: number
  readonly untilMs: number
}

/** What is shown of a timeline. */
export interface FinerTimelineOptions {
  readonly ranks: readonly number[]
  readonly range: Range
  /** The zoomed part; `undefined`: all of the range. */
  readonly zoom: TimePart | undefined
}

/**
 * Returns a timeline with finer data in the zoomed part, once they are loaded, where the server has
 * any: a long range is loaded with few snapshots.
 */
export function useFinerTimeline(
  subject: Subject,
  timeline: LoadedTimeline | undefined,
  { ranks, range, zoom }: FinerTimelineOptions,
): LoadedTimeline | undefined {
  const wanted = zoom && finerRange(subject, range, zoom)
  const rested = useRested(wanted && `${wanted.from}/${wanted.until}`)
  const { region, kind, id, run } = subject
  const isLoadable = timeline !== undefined && wanted !== undefined && rested !== undefined
  const { value: detail } = useQuery({
    key: isLoadable
      ? JSON.stringify([region, kind, id, run?.startsAtMs, ranks, rested])
      : undefined,
    load: (signal) => loadTimeline({ subject, ranks, range: wanted ?? range, with: [] }, signal),
  })
  return useMemo(
    () =>
      timeline === undefined || wanted === undefined || detail === undefined
        ? timeline
        : { ...timeline, entries: mergeEntries(timeline.entries, detail.entries, wanted) },
    [timeline, detail, wanted?.from, wanted?.until],
  )
}

/**
 * Returns the full hours around a zoomed part that are worth loading; `undefined` if the loaded
 * data are as fine.
 */
export function finerRange(
  subject: Subject,
  range: Range,
  zoom: TimePart,
): { readonly from: number; readonly until: number } | undefined {
  const nowMs = serverNowMs()
  const bounds = boundsOf(range, subject, nowMs)
  const { run } = subject
  const fromMs = bounds.from ?? run?.startsAtMs ?? nowMs - 72 * HOUR_MS
  const untilMs = bounds.until ?? Math.min(nowMs, run?.endsAtMs ?? nowMs)
  const wanted = fitRange(
    {
      from: Math.floor(zoom.fromMs / HOUR_MS) * HOUR_MS,
      until: Math.ceil(Math.min(zoom.untilMs, untilMs) / HOUR_MS) * HOUR_MS,
    },
    subject,
  )
  if (typeof wanted === 'string' || wanted.from >= wanted.until) return undefined
  const isFiner = stepFor(wanted.until - wanted.from) !== stepFor(untilMs - fromMs)
  return isFiner ? wanted : undefined
}

/**
 * Returns entries with the snapshots of a part replaced by finer ones. Gaps are the same in both.
 */
export function mergeEntries(
  entries: readonly TimelineEntry[],
  finer: readonly TimelineEntry[],
  { from, until }: { readonly from: number; readonly until: number },
): readonly TimelineEntry[] {
  const isOutside = (entry: TimelineEntry) =>
    'gap' in entry || entry.atMs < from || entry.atMs >= until
  const inside = finer.filter((entry) => !('gap' in entry))
  // A gap starts at the time of the snapshot before it; the snapshot comes first.
  return [...entries.filter(isOutside), ...inside].toSorted(
    (one, other) => timeOf(one) - timeOf(other) || Number('gap' in one) - Number('gap' in other),
  )
}

function timeOf(entry: TimelineEntry): number {
  return 'gap' in entry ? entry.gap.fromMs : entry.atMs
}

/** Returns a value once it has not changed for a moment; `undefined` until then. */
export function useRested(value: string | undefined): string | undefined {
  const [rested, setRested] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested === value ? rested : undefined
}
