import { EVENT_STATES } from '../../game/game-event.ts'
import { int64String, integer, list, map, message, oneOf, text } from '../../game/fields.ts'
import { FACT_SOURCES, NAMED_KINDS } from '../calendar/fact.ts'

/** The phases of a run, in order. */
const PHASES = ['announced', 'running', 'aggregating', 'results'] as const

/** A phase of a run. */
export const phase = message('Phase', 'A phase of a run.', {
  phase: oneOf(PHASES),
  startsAt: int64String,
  endsAt: int64String,
  source: oneOf(FACT_SOURCES),
})

const eventSources = message('EventSources', 'Where fields of an event come from.', {
  name: oneOf(FACT_SOURCES),
  bannerUrl: oneOf(FACT_SOURCES),
  kind: oneOf(FACT_SOURCES),
})

/** A challenge song of an event. */
export const challengeSong = message(
  'ChallengeSong',
  'A challenge song of an event, and the period of its ranking.',
  {
    challengeMusicId: int64String,
    musicId: int64String,
    eventId: int64String,
    name: map(text),
    startsAt: int64String,
    endsAt: int64String,
    source: oneOf(FACT_SOURCES),
  },
)

/** One run of an event. */
export const event = message(
  'Event',
  'One run of an event. A repeated event has the same id and another start.',
  {
    region: text,
    id: int64String,
    run: integer,
    name: map(text),
    bannerUrl: text,
    kind: text,
    startsAt: int64String,
    endsAt: int64String,
    state: oneOf(EVENT_STATES),
    phases: list(phase),
    challenges: list(challengeSong),
    sources: eventSources,
  },
)

/** A card. */
export const card = message('Card', 'A card, with its name if it is known.', {
  id: int64String,
  name: map(text),
  pictureUrl: text,
})

/** A song. */
export const song = message('Song', 'A song, with its name if it is known.', {
  id: int64String,
  name: map(text),
  pictureUrl: text,
})

/** An arena season. */
export const arenaSeason = message('ArenaSeason', 'An arena season.', {
  id: int64String,
  name: map(text),
  startsAt: int64String,
  endsAt: int64String,
  source: oneOf(FACT_SOURCES),
})

/** A gacha. */
export const gacha = message('Gacha', 'A gacha and its period.', {
  id: int64String,
  announcementId: int64String,
  name: map(text),
  bannerUrl: text,
  startsAt: int64String,
  endsAt: int64String,
  sources: message('GachaSources', 'Where fields of a gacha come from.', {
    name: oneOf(FACT_SOURCES),
    bannerUrl: oneOf(FACT_SOURCES),
    period: oneOf(FACT_SOURCES),
  }),
})

/** A name. */
export const named = message('Name', 'The name and picture of something in the game.', {
  kind: oneOf(NAMED_KINDS),
  id: int64String,
  name: map(text),
  pictureUrl: text,
  source: oneOf(FACT_SOURCES),
})
