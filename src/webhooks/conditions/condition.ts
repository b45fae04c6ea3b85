import { Type, type Static, type TProperties } from '#libraries/typebox'
import { WATCH_BOUNDS } from '../../game/board-watch.ts'
import { ANNOUNCEMENT_CATEGORIES } from '../../game/messages/announcement-messages.ts'
import { ANNOUNCEMENT_TABS } from '../../game/operations.ts'
import { REGIONS } from '../../game/region.ts'

const rank = Type.Integer({ minimum: 1, maximum: WATCH_BOUNDS.rankMax })
const points = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const minutes = Type.Integer({ minimum: 2, maximum: 1_440 })

function condition<const Name extends string, Fields extends TProperties>(
  type: Name,
  fields: Fields,
) {
  return Type.Object({ type: Type.Literal(type), ...fields }, { additionalProperties: false })
}

/** Schema of a condition: the kind of occurrence that a webhook subscribes to. */
export const conditionSchema = Type.Union([
  /** A run of an event is known before its start. */
  condition('event.announced', {}),
  condition('event.started', {}),
  /** A running event ends within this many hours. */
  condition('event.ending', { hours: Type.Integer({ minimum: 1, maximum: 168 }) }),
  /** An event has ended and its final cutoffs are known. */
  condition('event.ended', {}),
  /** The points at a rank of an event reach a value. */
  condition('cutoff.passed', { rank, points }),
  /** The points gained at a rank within the last hour reach a value; sent at most once an hour. */
  condition('speed.passed', { rank, pointsPerHour: points }),
  /** The prediction of a rank differs by this percentage from the last one that was sent. */
  condition('prediction.moved', { rank, percent: Type.Integer({ minimum: 1, maximum: 100 }) }),
  /**
   * A tab of the game has a new announcement; empty categories: of any category; without a tab: of
   * `ALL`.
   */
  condition('announcement.published', {
    categories: Type.Array(Type.Enum([...ANNOUNCEMENT_CATEGORIES]), {
      maxItems: ANNOUNCEMENT_CATEGORIES.length,
      uniqueItems: true,
    }),
    tab: Type.Optional(Type.Enum([...ANNOUNCEMENT_TABS])),
  }),
  /** A board has had no snapshot for this many minutes. */
  condition('data.stale', { minutes }),
  /** A board that was stale for at least this many minutes has a snapshot again. */
  condition('data.recovered', { minutes }),
  /** The owner has used this share of the daily quota. */
  condition('quota.used', { percent: Type.Integer({ minimum: 1, maximum: 100 }) }),
  /** A key of the owner expires within this many days. */
  condition('key.expiring', { days: Type.Integer({ minimum: 1, maximum: 90 }) }),
])

/** A condition. */
export type Condition = Static<typeof conditionSchema>

/** The condition of one type. */
export type ConditionOf<Name extends Condition['type']> = Extract<Condition, { type: Name }>

/** Maximum conditions of a webhook. */
export const CONDITIONS_MAX = 20

/** Maximum events of a filter. */
export const EVENTS_MAX = 20

/** Schema of the subscriptions of a webhook. */
export const filterSchema = Type.Object(
  {
    regions: Type.Array(Type.Enum([...REGIONS]), {
      minItems: 1,
      maxItems: REGIONS.length,
      uniqueItems: true,
    }),
    /** Ids of events; empty: every event. Other conditions ignore it. */
    events: Type.Array(Type.String({ pattern: '^[1-9][0-9]{0,18}$' }), {
      maxItems: EVENTS_MAX,
      uniqueItems: true,
    }),
    conditions: Type.Array(conditionSchema, {
      minItems: 1,
      maxItems: CONDITIONS_MAX,
      uniqueItems: true,
    }),
  },
  { additionalProperties: false },
)

/** The subscriptions of a webhook: conditions within regions and events. */
export type WebhookFilter = Static<typeof filterSchema>

/** The types of messages: one for each type of condition, and the test message. */
export const MESSAGE_TYPES = [
  'event.announced',
  'event.started',
  'event.ending',
  'event.ended',
  'cutoff.passed',
  'speed.passed',
  'prediction.moved',
  'announcement.published',
  'data.stale',
  'data.recovered',
  'quota.used',
  'key.expiring',
  'webhook.test',
] as const satisfies readonly (Condition['type'] | 'webhook.test')[]

/** One of {@link MESSAGE_TYPES}. */
export type MessageType = (typeof MESSAGE_TYPES)[number]
