import { DAY_MS, HOUR_MS } from '../../../src/domain/time-units.ts'
import type { Range, View } from '../view/view.ts'
import { ask, serverNowMs, type Query } from './ask.ts'
import { readEntries, readRun, type GameRun, type TimelineEntry } from './read-message.ts'
import { boardPath, type Subject } from './subject.ts'

/** A run and what is known of it. */
export interface ComparedTimeline {
  readonly run: GameRun
  /** At times since its start. */
  readonly entries: readonly TimelineEntry[]
}

/** What a curve is made from. */
export interface TimelineRequest {
  readonly subject: Subject
  readonly ranks: readonly number[]
  readonly range: Range
  readonly with: View['with']
}

/** About as many readings are drawn for each rank; more are not seen. */
const READINGS_MAX = 700

/** So many pages of an answer are followed. */
const PAGES_MAX = 12

const STEPS = [
  ['raw', 60_000],
  ['5m', 5 * 60_000],
  ['15m', 15 * 60_000],
  ['1h', HOUR_MS],
] as const

/** The shortest step with which a time is not too many readings. */
export function stepFor(spanMs: number): string {
  return STEPS.find(([, ms]) => spanMs / ms <= READINGS_MAX)?.[0] ?? '1d'
}

/** The times between which a range lies; `undefined` where the run says it. */
export function boundsOf(
  range: Range,
  run: GameRun | undefined,
  nowMs: number,
): { readonly from?: number; readonly until?: number } {
  if (range === 'all') return {}
  if (typeof range === 'object') return range
  const until = Math.min(nowMs, run?.endsAtMs ?? nowMs)
  return { from: until - (range === '24h' ? 24 : 72) * HOUR_MS }
}

/** Asks for the readings of a board over time, all pages of them. */
export async function loadTimeline(
  { subject, ranks, range }: TimelineRequest,
  signal: AbortSignal,
): Promise<readonly TimelineEntry[]> {
  const { region, kind, run } = subject
  if (ranks.length === 0) return []
  const nowMs = serverNowMs()
  const bounds = boundsOf(range, run, nowMs)
  const fromMs = bounds.from ?? run?.startsAtMs ?? nowMs - 72 * HOUR_MS
  const untilMs = bounds.until ?? Math.min(nowMs, run?.endsAtMs ?? nowMs)
  const query: Query = {
    ranks,
    step: stepFor(untilMs - fromMs),
    ...bounds,
    ...(kind === 'event' && run !== undefined && { startsAt: run.startsAtMs }),
    // A song has no run that would bound what is asked.
    ...(kind !== 'event' && { from: fromMs }),
  }
  const entries: TimelineEntry[] = []
  let from: number | undefined
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await ask(
      {
        region,
        path: `${boardPath(subject)}/history`,
        query: from === undefined ? query : { ...query, from },
        signal,
      },
      'History',
    )
    entries.push(...readEntries(answer.entries))
    const next = Number(answer.nextFrom ?? 0)
    if (next === 0) break
    from = next
  }
  return entries
}

/** Asks for runs side by side, all pages of them; the first is that of the subject. */
export async function loadComparison(
  { subject, ranks, with: others }: TimelineRequest,
  signal: AbortSignal,
): Promise<readonly ComparedTimeline[]> {
  const { region, run } = subject
  const nowMs = serverNowMs()
  const spanMs = run === undefined ? 72 * HOUR_MS : Math.min(nowMs, run.endsAtMs) - run.startsAtMs
  // Runs that are over are as long as runs are, however new this one is.
  const step = stepFor(Math.max(spanMs, DAY_MS) * 2)
  const found = new Map<string, { run: GameRun; entries: TimelineEntry[] }>()
  let since: number | undefined = 0
  for (let page = 0; page < PAGES_MAX && since !== undefined; page += 1) {
    const query: Query = {
      ranks,
      with: others,
      step,
      since,
      ...(run !== undefined && { startsAt: run.startsAtMs }),
    }
    const { runs = [] } = await ask(
      { region, path: `${boardPath(subject)}/comparison`, query, signal },
      'Comparison',
    )
    const nexts: number[] = []
    for (const { event = {}, entries = [], nextSince } of runs) {
      const one = readRun(event)
      const name = `${one.region}:${one.id}@${one.startsAtMs}`
      const known = found.get(name) ?? { run: one, entries: [] }
      const last = lastTime(known.entries)
      // Pages of several runs begin where the shortest of them went on, so that others come again.
      known.entries.push(
        ...readEntries(entries, one.startsAtMs).filter((entry) => timeOf(entry) > last),
      )
      found.set(name, known)
      if (nextSince !== undefined && nextSince !== '0') nexts.push(Number(nextSince))
    }
    since = nexts.length === 0 ? undefined : Math.min(...nexts)
  }
  return [...found.values()]
}

function timeOf(entry: TimelineEntry): number {
  return 'gap' in entry ? entry.gap.fromMs : entry.atMs
}

function lastTime(entries: readonly TimelineEntry[]): number {
  const last = entries.at(-1)
  return last === undefined ? Number.NEGATIVE_INFINITY : timeOf(last)
}
