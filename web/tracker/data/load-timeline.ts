import { DAY_MS, HOUR_MS } from '../../../src/platform/time/time-units.ts'
import type { Range, View } from '../view/view.ts'
import { callApi, ApiError, serverNowMs, type QueryParameters } from './api-client.ts'
import {
  parseAnomalies,
  parseEntries,
  parseRun,
  type GameRun,
  type TimelineAnomaly,
  type TimelineEntry,
} from './parse-message.ts'
import { runName } from './run-name.ts'
import { boardPath, type Subject } from './subject.ts'

/** A run and its timeline. */
export interface ComparedTimeline {
  readonly run: GameRun
  /** Times are relative to the start of the run. */
  readonly entries: readonly TimelineEntry[]
}

/** A loaded timeline. */
export interface LoadedTimeline {
  readonly entries: readonly TimelineEntry[]
  /** Requested ranks that are not watched. */
  readonly notWatched: readonly number[]
  readonly anomalies: LoadedAnomalies
}

/** The anomalies of a timeline. */
export interface LoadedAnomalies {
  readonly list: readonly TimelineAnomaly[]
  /** Number of further ones. */
  readonly omitted: number
}

/** Runs to compare. */
export interface LoadedComparison {
  readonly runs: readonly ComparedTimeline[]
  /** Requested ranks that are not watched on the board of the first run. */
  readonly notWatched: readonly number[]
}

/** Parameters of a chart's data. */
export interface TimelineRequest {
  readonly subject: Subject
  readonly ranks: readonly number[]
  readonly range: Range
  readonly with: View['with']
}

/** Maximum number of snapshots drawn per rank; more are not visible. */
const READINGS_MAX = 700

/** Maximum number of pages loaded. */
const PAGES_MAX = 12

const STEPS = [
  ['raw', 60_000],
  ['5m', 5 * 60_000],
  ['15m', 15 * 60_000],
  ['1h', HOUR_MS],
] as const

/** Returns the shortest step that keeps a time span within the snapshot limit. */
export function stepFor(spanMs: number): string {
  return STEPS.find(([, ms]) => spanMs / ms <= READINGS_MAX)?.[0] ?? '1d'
}

/** Returns the bounds of a range in Unix ms; absent where the run sets them. */
export function boundsOf(
  range: Range,
  { run }: Subject,
  nowMs: number,
): { readonly from?: number; readonly until?: number } {
  if (range === 'all') return {}
  if (typeof range === 'object') return range
  const until = Math.min(nowMs, run?.endsAtMs ?? nowMs)
  const from = until - (range === '24h' ? 24 : 72) * HOUR_MS
  return { from: Math.max(from, run?.startsAtMs ?? from) }
}

/**
 * Returns the part of a range in which the board shows the run of the subject; `all` where it shows
 * another run all the time.
 */
export function fitRange(range: Range, { run, boardEndsAtMs = Infinity }: Subject): Range {
  if (typeof range === 'string' || run === undefined) return range
  const from = Math.max(range.from, run.startsAtMs)
  const until = Math.min(range.until, boardEndsAtMs)
  return from < until ? { from, until } : 'all'
}

/** Loads the timeline of a board, following all pages. */
export async function loadTimeline(
  { subject, ranks, range }: TimelineRequest,
  signal: AbortSignal,
): Promise<LoadedTimeline> {
  const { region, kind, run } = subject
  if (ranks.length === 0)
    return { entries: [], notWatched: [], anomalies: { list: [], omitted: 0 } }
  const nowMs = serverNowMs()
  const bounds = boundsOf(range, subject, nowMs)
  const fromMs = bounds.from ?? run?.startsAtMs ?? nowMs - 72 * HOUR_MS
  const untilMs = bounds.until ?? Math.min(nowMs, run?.endsAtMs ?? nowMs)
  const query: QueryParameters = {
    ranks,
    step: stepFor(untilMs - fromMs),
    ...bounds,
    ...(kind === 'event' && run !== undefined && { startsAt: run.startsAtMs }),
    // A song has no run that bounds the request.
    ...(kind !== 'event' && { from: fromMs }),
  }
  const entries: TimelineEntry[] = []
  const anomalies: TimelineAnomaly[] = []
  let omitted = 0
  const unwatched: (readonly number[])[] = []
  let from: number | undefined
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const request = {
      region,
      path: `${boardPath(subject)}/history`,
      query: from === undefined ? query : { ...query, from },
      signal,
    }
    const answer = await callApi(request, 'History').catch(unlessUnwatched)
    if (answer === undefined) {
      unwatched.push(ranks)
      break
    }
    entries.push(...parseEntries(answer.entries))
    anomalies.push(...parseAnomalies(answer.anomalies))
    omitted = Math.max(omitted, answer.anomaliesOmitted ?? 0)
    unwatched.push(answer.notWatched ?? [])
    const next = Number(answer.nextFrom ?? 0)
    if (next === 0) break
    from = next
  }
  return { entries, notWatched: inAll(unwatched), anomalies: { list: anomalies, omitted } }
}

/**
 * Returns `undefined` if no rank is watched, which the page shows beside the chart; rethrows every
 * other error.
 */
function unlessUnwatched(error: unknown): undefined {
  if (error instanceof ApiError && error.failure === 'unwatched') return undefined
  throw error
}

/** Returns the ranks that are in all lists. */
function inAll(lists: readonly (readonly number[])[]): readonly number[] {
  const [first = [], ...rest] = lists
  return first.filter((rank) => rest.every((list) => list.includes(rank)))
}

/** A part of the time since the start of each run, in ms. */
export interface ComparedPart {
  readonly from: number
  readonly until: number
}

/** Returns the step in which the whole of a comparison is loaded. */
export function comparisonStep({ run }: Subject, nowMs: number): string {
  const spanMs = run === undefined ? 72 * HOUR_MS : Math.min(nowMs, run.endsAtMs) - run.startsAtMs
  // Use the duration of a whole run: an ended run is longer than a new one.
  return stepFor(Math.max(spanMs, DAY_MS) * 2)
}

/**
 * Loads the timelines of runs to compare, following all pages; by default of the whole runs. The
 * first is the subject's run.
 */
export async function loadComparison(
  { subject, ranks, with: others }: TimelineRequest,
  signal: AbortSignal,
  part?: ComparedPart,
): Promise<LoadedComparison> {
  const { region, run } = subject
  const step =
    part === undefined ? comparisonStep(subject, serverNowMs()) : stepFor(part.until - part.from)
  const found = new Map<string, { run: GameRun; entries: TimelineEntry[] }>()
  const unwatched: (readonly number[])[] = []
  let since: number | undefined = part?.from ?? 0
  const untilMs = part?.until ?? Infinity
  for (let page = 0; page < PAGES_MAX && since !== undefined && since < untilMs; page += 1) {
    const query: QueryParameters = {
      ranks,
      with: others,
      step,
      since,
      ...(run !== undefined && { startsAt: run.startsAtMs }),
    }
    const request = { region, path: `${boardPath(subject)}/comparison`, query, signal }
    const answer = await callApi(request, 'Comparison').catch(unlessUnwatched)
    const { runs = [] } = answer ?? {}
    unwatched.push(answer === undefined ? ranks : (runs[0]?.notWatched ?? []))
    const nexts: number[] = []
    for (const { event = {}, entries = [], nextSince } of runs) {
      const one = parseRun(event)
      const name = runName(one)
      const known = found.get(name) ?? { run: one, entries: [] }
      const last = lastTime(known.entries)
      // A page starts where the shortest run continues, so entries of the others repeat.
      known.entries.push(
        ...parseEntries(entries, one.startsAtMs).filter((entry) => timeOf(entry) > last),
      )
      found.set(name, known)
      if (nextSince !== undefined && nextSince !== '0') nexts.push(Number(nextSince))
    }
    since = nexts.length === 0 ? undefined : Math.min(...nexts)
  }
  return { runs: [...found.values()], notWatched: inAll(unwatched) }
}

function timeOf(entry: TimelineEntry): number {
  return 'gap' in entry ? entry.gap.fromMs : entry.atMs
}

function lastTime(entries: readonly TimelineEntry[]): number {
  const last = entries.at(-1)
  return last === undefined ? Number.NEGATIVE_INFINITY : timeOf(last)
}
