import type { PublicMessage, PublicReaders } from '../../contract/public/public-content.ts'
import type { GameEvent } from '../../domain/game-event.ts'
import { notFound } from '../../domain/service-error.ts'
import type { ReaderSettings } from './reader-settings.ts'
import { changesInMs, describeRun, latestFirst, runStateAt } from './runs.ts'

/** Runs in one answer; more are shown where many begin at one moment. */
const PAGE = 100

/** Events are announced at any time: whoever asks again hears of a new one within a minute. */
const FRESH_MS = 60_000

/** Makes the readers of what is known of events. */
export function eventReaders({
  store,
  clock,
}: ReaderSettings): Pick<
  PublicReaders,
  'public.events.list' | 'public.events.current' | 'public.events.get'
> {
  const listOf = (runs: readonly GameEvent[], all = runs, next = 0): PublicMessage<'EventList'> => {
    const nowMs = clock.nowMs()
    const events = runs.map((run) => describeRun(run, all, nowMs))
    const freshForMs = Math.min(FRESH_MS, ...all.map((run) => changesInMs(run, nowMs)))
    return { type: 'message', message: { events, nextBefore: String(next) }, freshForMs }
  }
  return {
    'public.events.list': async ({ region, before = Number.POSITIVE_INFINITY }) => {
      const known = latestFirst(await store.events(region))
      const runs = known.filter(({ startsAtMs }) => startsAtMs < before)
      const last = runs[PAGE - 1]?.startsAtMs
      if (last === undefined) return listOf(runs, known)
      const page = runs.filter(({ startsAtMs }) => startsAtMs >= last)
      return listOf(page, known, page.length < runs.length ? last : 0)
    },
    'public.events.current': async ({ region }) => {
      const runs = await store.events(region)
      const nowMs = clock.nowMs()
      const running = runs.filter((run) => runStateAt(run, runs, nowMs) === 'running')
      return listOf(latestFirst(running), runs)
    },
    'public.events.get': async ({ region, eventId }) => {
      const runs = (await store.events(region)).filter(({ id }) => id === eventId)
      if (runs.length === 0) throw notFound()
      return listOf(latestFirst(runs))
    },
  }
}
