import { Type, type Static, type TObject, type TProperties, type TSchema } from '#libraries/typebox'
import {
  announcement,
  announcementExternalContent,
} from '../../game/messages/announcement-messages.ts'
import { circle, circlePlayer } from '../../game/messages/circle-messages.ts'
import { playerSimpleProfile } from '../../game/messages/profile-messages.ts'
import {
  arenaRankingEntry,
  challengeLiveRankingPlayer,
  eventRankingEntry,
  liveRankingPlayer,
} from '../../game/messages/ranking-messages.ts'
import { REGIONS, type Region } from '../../game/region.ts'

/** The region of a line. */
export const regionName = Type.Unsafe<Region>(Type.Enum([...REGIONS]))

/** An id of stored data: canonical digits of a positive int64. */
export const id = Type.String({ pattern: '^[1-9][0-9]{0,18}$', format: 'int64' })

/** A count or a time as text, as in the spec: canonical digits from 0. */
export const digits = Type.String({ pattern: '^(?:0|[1-9][0-9]{0,18})$', format: 'int64' })

/** A duration in whole milliseconds, at least 1. */
export const spanMs = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** Declares an optional field. */
export function optional<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(schema)
}

/** Points of a growth curve: [share of the time, share of the points], both 0 to 1. */
export const curve = Type.Unsafe<readonly (readonly [time: number, points: number])[]>(
  Type.Array(Type.Array(Type.Number({ minimum: 0, maximum: 1 }), { minItems: 2, maxItems: 2 }), {
    minItems: 2,
    maxItems: 1_000,
  }),
)

const rank = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

/**
 * The profile in a row, of which only the id is stored. A row without an id belongs to a deleted
 * player.
 */
const rowProfile = optional(withFields(playerSimpleProfile, { id: optional(id) }))

/** The spec's messages with the fields that data lines require. */
export const ENTRIES = {
  player: withFields(playerSimpleProfile, { id, profileId: id }),
  eventRow: withFields(eventRankingEntry, { rank, profile: rowProfile }),
  arenaRow: withFields(arenaRankingEntry, { rank, profile: rowProfile }),
  musicRow: withFields(liveRankingPlayer, { playerData: rowProfile }),
  challengeRow: withFields(challengeLiveRankingPlayer, { playerData: rowProfile }),
  circle: withFields(circle, { id }),
  circlePlayer: withFields(circlePlayer, { circleId: id, playerId: id }),
  announcement: withFields(announcement, { id }),
  externalContent: withFields(announcementExternalContent, { id }),
} as const

/** A row of a music or challenge board. */
export type SongRow = Static<(typeof ENTRIES)['musicRow']>

/**
 * Returns the message with some fields replaced; a replacement that is not optional is required.
 */
function withFields<Fields extends TProperties, Replacing extends TProperties>(
  shape: TObject<Fields>,
  replacing: Replacing,
) {
  const properties = { ...shape.properties, ...replacing } as Omit<Fields, keyof Replacing> &
    Replacing
  const { title = '' } = shape as { title?: string }
  return Type.Object(properties, { title, additionalProperties: false })
}
