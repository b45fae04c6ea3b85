import type { PublicPart } from '../../public-messages.ts'
import {
  eventFactsOf,
  NO_EVENT_FACTS,
  type EventFacts,
  type RunAnnouncement,
} from '../../../calendar/event-facts.ts'
import type { FactSource } from '../../../calendar/fact.ts'
import type { HistoryStore, KnownRun } from '../../../history-store.ts'
import type { GameEvent } from '../../../../game/game-event.ts'
import { REGION_LANGUAGES, type LocalizedText } from '../../../../game/localized-text.ts'
import type { Region } from '../../../../game/region.ts'
import { DAY_MS } from '../../../../platform/time/time-units.ts'
import { challengesOfRun } from '../../../calendar/run-challenges.ts'
import { describeRunChallenge } from './describe-song.ts'
import { readMasterItems } from '../events/read-master-items.ts'
import { boardEndsAt, knownRunStateAt } from '../events/runs.ts'

/** Duration of the phase `aggregating` in milliseconds when the time of the results is unknown. */
const AGGREGATING_MAX_MS = DAY_MS

type PhaseName = NonNullable<PublicPart['Phase']['phase']>

/** A value with its source. */
interface Sourced<Value> {
  readonly value: Value
  readonly source: FactSource
}

/** The runs of events, and the other facts about each event by id. */
export interface EventView {
  readonly runs: readonly GameEvent[]
  readonly facts: ReadonlyMap<string, EventFacts>
}

/** Reads the facts of events of a region, by id. */
export async function readEventFacts(
  store: Pick<HistoryStore, 'facts'>,
  region: Region,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EventFacts>> {
  const facts = await store.facts({ region, kind: 'event', ids: [...new Set(ids)] })
  const byId = Map.groupBy(facts, ({ id }) => id)
  const events = new Map([...byId].map(([id, some]) => [id, eventFactsOf(some)]))
  const challenges = [...events.values()].flatMap(({ data }) => data.challenges ?? [])
  const musicIds = challenges.flatMap(({ musicId }) => musicId ?? [])
  const known = await readMasterItems(store, region, 'music', musicIds)
  const songs = new Map([...known].flatMap(([id, { name }]) => (name ? [[id, name]] : [])))
  return new Map([...events].map(([id, some]) => [id, { ...some, songs }]))
}

/** Converts a run of an event to a message. */
export function describeRun(
  run: GameEvent,
  { runs, facts }: EventView,
  nowMs: number,
): PublicPart['Event'] {
  const ofEvent = runs.filter(({ id }) => id === run.id)
  const known = {
    ...run,
    number: ofEvent.filter(({ startsAtMs }) => startsAtMs <= run.startsAtMs).length,
    nextStartsAtMs: boardEndsAt(ofEvent, run),
  }
  return describeKnownRun(known, facts.get(run.id), nowMs)
}

/** Converts a run with its number and next start to a message. */
export function describeKnownRun(
  run: KnownRun,
  facts: EventFacts = NO_EVENT_FACTS,
  nowMs: number,
): PublicPart['Event'] {
  const { region, id, number, startsAtMs, endsAtMs } = run
  const announcement = announcementOf(run, facts)
  const name = nameOf(run, facts, announcement)
  const banner = firstOf([
    ['data', facts.data.bannerUrl],
    ['announcement', announcement?.bannerUrl],
  ])
  const kind = firstOf([['data', facts.data.kind]])
  return {
    region,
    id,
    run: number,
    name: { ...name?.value },
    bannerUrl: banner?.value ?? '',
    kind: kind?.value ?? '',
    startsAt: String(startsAtMs),
    endsAt: String(endsAtMs),
    state: knownRunStateAt(run, nowMs),
    phases: phasesOf(run, facts, nowMs),
    challenges: challengesOfRun(run, facts.data.challenges).map((challenge) =>
      describeRunChallenge(challenge, id, facts.songs.get(challenge.musicId ?? '')),
    ),
    sources: {
      ...(name && { name: name.source }),
      ...(banner && { bannerUrl: banner.source }),
      ...(kind && { kind: kind.source }),
    },
  }
}

/** Returns the name of an event: from the operator's data, else from the announcement. */
function nameOf(
  { region, name = '' }: GameEvent,
  { data }: EventFacts,
  announcement: RunAnnouncement | undefined,
): Sourced<LocalizedText> | undefined {
  const inRegion = (text: string) => ({ [REGION_LANGUAGES[region]]: text })
  if (Object.keys(data.name ?? {}).length > 0) return { value: data.name ?? {}, source: 'data' }
  if (name !== '') return { value: inRegion(name), source: 'data' }
  const title = announcement?.title ?? ''
  return title === '' ? undefined : { value: inRegion(title), source: 'announcement' }
}

/** Returns the announcement of a run, else that of the latest earlier run of the event. */
function announcementOf(
  { startsAtMs }: GameEvent,
  { announcements }: EventFacts,
): RunAnnouncement | undefined {
  const starts = [...announcements.keys()].filter((atMs) => atMs <= startsAtMs)
  return announcements.get(Math.max(...starts))
}

/** Returns the phases of a run in order, as far as they are known. */
function phasesOf(
  { startsAtMs, endsAtMs, nextStartsAtMs }: KnownRun,
  { data, announcements, observed }: EventFacts,
  nowMs: number,
): PublicPart['Phase'][] {
  const planned = data.runs?.find((run) => run.startsAtMs === startsAtMs)
  const seen = observed.get(startsAtMs)
  const announced = firstOf(
    (
      [
        ['data', planned?.announcedAtMs],
        ['announcement', announcements.get(startsAtMs)?.shownFromMs],
        ['observed', seen?.seenAtMs],
      ] as const
    ).map(([source, atMs]) => [source, atMs !== undefined && atMs < startsAtMs ? atMs : undefined]),
  )
  const results = firstOf([
    ['data', planned?.resultsAtMs],
    ['observed', seen?.resultsAtMs],
  ])
  const mayAggregate = nowMs >= endsAtMs && nowMs < endsAtMs + AGGREGATING_MAX_MS
  const phases: PublicPart['Phase'][] = []
  const add = (phase: PhaseName, fromMs: number, untilMs = 0, source: FactSource = 'data') =>
    phases.push({ phase, startsAt: String(fromMs), endsAt: String(untilMs), source })
  if (announced) add('announced', announced.value, startsAtMs, announced.source)
  add('running', startsAtMs, endsAtMs)
  if (results) {
    if (results.value > endsAtMs) add('aggregating', endsAtMs, results.value, results.source)
    add('results', Math.max(results.value, endsAtMs), nextStartsAtMs, results.source)
  } else if (mayAggregate && nextStartsAtMs === undefined) add('aggregating', endsAtMs)
  return phases
}

/** Returns the first value that is known. */
function firstOf<Value extends string | number>(
  values: readonly (readonly [source: FactSource, value: Value | undefined])[],
): Sourced<Value> | undefined {
  for (const [source, value] of values) {
    if (value !== undefined && value !== '') return { value, source }
  }
  return undefined
}
