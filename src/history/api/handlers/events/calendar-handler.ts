import type { PublicPart } from '../../public-messages.ts'
import type { PublicHandler } from '../../public-content.ts'
import type { Fact } from '../../../calendar/fact.ts'
import type { MasterPeriod } from '../../../calendar/master-items.ts'
import type { WatchState } from '../../../history-store.ts'
import type { Region } from '../../../../game/region.ts'
import { DAY_MS } from '../../../../platform/time/time-units.ts'
import { describeKnownRun, readEventFacts } from '../describe/describe-event.ts'
import { describeGachas } from '../describe/describe-gachas.ts'
import type { PublicHandlerOptions } from '../handler-options.ts'
import { overlaps, type Span } from '../boards/span.ts'
import { msUntilTransition } from './runs.ts'

/** Bounds of the default period around now, in milliseconds. */
const PAST_MS = DAY_MS
const COMING_MS = 30 * DAY_MS

/** Freshness lifetime of a calendar: imported data appears within a minute. */
const FRESH_MS = 60_000

/** Maximum objects of each kind in one response. */
const LISTED_MAX = 200

/** Creates the handler that lists events, challenge songs, arena seasons and gachas of a period. */
export function createCalendarHandler({
  store,
  clock,
}: PublicHandlerOptions): PublicHandler<'public.calendar'> {
  return async ({ region, from, until }) => {
    const nowMs = Math.floor(clock.nowMs())
    const span = { fromMs: from ?? nowMs - PAST_MS, untilMs: until ?? (from ?? nowMs) + COMING_MS }
    const [runs, seasons, gachas, watches] = await Promise.all([
      store.runs({
        region,
        startsBeforeMs: span.untilMs,
        endsAfterMs: span.fromMs,
        max: LISTED_MAX,
      }),
      store.facts({ region, kind: 'arena', source: 'data' }),
      store.facts({ region, kind: 'gacha' }),
      store.watches(),
    ])
    const facts = await readEventFacts(
      store,
      region,
      runs.map(({ id }) => id),
    )
    const events = runs.map((run) => describeKnownRun(run, facts.get(run.id), nowMs))
    const challenges = events
      .flatMap((event) => event.challenges ?? [])
      .filter(({ startsAt, endsAt }) => overlaps(span, Number(startsAt), Number(endsAt)))
    return {
      type: 'message',
      message: {
        from: String(span.fromMs),
        until: String(span.untilMs),
        events,
        challenges: [...challenges, ...watchedChallenges(watches, region, challenges, span)],
        arenaSeasons: describeSeasons(seasons, span),
        gachas: describeGachas(region, gachas, span).slice(0, LISTED_MAX),
      },
      freshForMs: Math.min(FRESH_MS, ...runs.map((run) => msUntilTransition(run, nowMs))),
    }
  }
}

function describeSeasons(facts: readonly Fact[], span: Span): PublicPart['ArenaSeason'][] {
  return facts
    .map(({ id, content }) => ({ id, ...(content as MasterPeriod) }))
    .filter(({ startsAtMs = 0, endsAtMs = 0 }) => overlaps(span, startsAtMs, endsAtMs))
    .toSorted((one, other) => (other.startsAtMs ?? 0) - (one.startsAtMs ?? 0))
    .slice(0, LISTED_MAX)
    .map(({ id, name, startsAtMs = 0, endsAtMs = 0 }) => ({
      id,
      name: { ...name },
      startsAt: String(startsAtMs),
      endsAt: String(endsAtMs),
      source: 'data',
    }))
}

/**
 * Returns the watched challenge boards that belong to no known event, with the periods of their
 * watches.
 */
function watchedChallenges(
  watches: readonly WatchState[],
  region: Region,
  known: readonly PublicPart['ChallengeSong'][],
  span: Span,
): PublicPart['ChallengeSong'][] {
  const ids = new Set(known.map(({ challengeMusicId }) => challengeMusicId))
  return watches
    .map(({ watch }) => watch)
    .filter(({ board }) => board.region === region && board.kind === 'challenge')
    .filter(
      ({ board, fromMs = 0, untilMs = 0 }) => !ids.has(board.id) && overlaps(span, fromMs, untilMs),
    )
    .slice(0, LISTED_MAX)
    .map(({ board, fromMs = 0, untilMs = 0 }) => ({
      challengeMusicId: board.id,
      startsAt: String(fromMs),
      endsAt: String(untilMs),
      source: 'observed',
    }))
}
