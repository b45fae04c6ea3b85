import type { PublicMessage, PublicHandlers } from '../../public-content.ts'
import { RUNS_MAX, type HistoryStore, type KnownRun } from '../../../history-store.ts'
import type { Region } from '../../../../game/region.ts'
import { notFound } from '../../../../platform/http/errors/service-error.ts'
import type { PublicHandlerOptions } from '../handler-options.ts'
import { describeKnownRun, readEventFacts } from '../describe/describe-event.ts'
import { knownRunStateAt, msUntilTransition } from './runs.ts'

/** Runs per page. */
const PAGE_SIZE = 100

/** Freshness lifetime of event lists: a newly announced event appears within a minute. */
export const FRESH_MS = 60_000

/** Freshness lifetime of an empty list: the first events of a new server appear within seconds. */
const EMPTY_FRESH_MS = 2_000

/** Creates the handlers of the event operations. */
export function createEventHandlers({
  store,
  clock,
}: PublicHandlerOptions): Pick<
  PublicHandlers,
  'public.events.list' | 'public.events.current' | 'public.events.get'
> {
  const listOf = async (
    region: Region,
    runs: readonly KnownRun[],
    { nowMs = clock.nowMs(), next = 0, untilMs = Infinity } = {},
  ): Promise<PublicMessage<'EventList'>> => {
    const facts = await readEventFacts(
      store,
      region,
      runs.map(({ id }) => id),
    )
    const events = runs.map((run) => describeKnownRun(run, facts.get(run.id), nowMs))
    const transitions = runs.map((run) => msUntilTransition(run, nowMs))
    const usualMs = runs.length === 0 ? EMPTY_FRESH_MS : FRESH_MS
    const freshForMs = Math.min(usualMs, untilMs - nowMs, ...transitions)
    return { type: 'message', message: { events, nextBefore: String(next) }, freshForMs }
  }
  return {
    'public.events.list': async ({ region, before }) => {
      const { page, next } = await readPage(store, { region, before, size: PAGE_SIZE })
      return listOf(region, page, { next })
    },
    'public.events.current': async ({ region }) => {
      const nowMs = Math.floor(clock.nowMs())
      const nextMs = nowMs + 1
      const [started, coming] = await Promise.all([
        store.runs({ region, startsBeforeMs: nextMs, endsAfterMs: nowMs, max: RUNS_MAX }),
        store.runs({
          region,
          startsFromMs: nextMs,
          startsBeforeMs: nextMs + FRESH_MS,
          max: RUNS_MAX,
        }),
      ])
      const running = started.filter((run) => knownRunStateAt(run, nowMs) === 'running')
      return listOf(region, running, { nowMs, untilMs: coming.at(-1)?.startsAtMs })
    },
    'public.events.get': async ({ region, eventId }) => {
      const runs = await store.events(region, eventId)
      if (runs.length === 0) throw notFound()
      const known = runs.map((run, at) => ({
        ...run,
        number: runs.length - at,
        nextStartsAtMs: runs[at - 1]?.startsAtMs,
      }))
      return listOf(region, known)
    },
  }
}

/** A page of runs to read. */
interface PageQuery {
  readonly region: Region
  /** Exclusive, in Unix ms; `undefined`: the latest runs. */
  readonly before: number | undefined
  /** Runs of the page; it is longer only when several runs start at the same time. */
  readonly size: number
}

/**
 * Reads a page of runs, latest start first. `next` is the start before which there are more, or 0.
 */
export async function readPage(
  store: Pick<HistoryStore, 'runs'>,
  { region, before: startsBeforeMs, size }: PageQuery,
): Promise<{ readonly page: readonly KnownRun[]; readonly next: number }> {
  const runs = await store.runs({ region, startsBeforeMs, max: size + 1 })
  const last = runs[size - 1]?.startsAtMs
  const more = runs[size]?.startsAtMs
  if (last === undefined || more === undefined) return { page: runs, next: 0 }
  const later = runs.filter(({ startsAtMs }) => startsAtMs > last)
  if (more < last) return { page: runs.slice(0, size), next: last }
  const range = { startsFromMs: last, startsBeforeMs: last + 1 }
  const [equal, before] = await Promise.all([
    store.runs({ region, ...range, max: RUNS_MAX }),
    store.runs({ region, startsBeforeMs: last, max: 1 }),
  ])
  return { page: [...later, ...equal], next: before.length > 0 ? last : 0 }
}
