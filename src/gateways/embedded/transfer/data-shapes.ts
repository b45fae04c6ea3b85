import { Type, type Static, type TObject, type TProperties, type TSchema } from '#libraries/typebox'
import {
  announcement,
  announcementExternalContent,
} from '../../../contract/messages/announcement.ts'
import { circle, circlePlayer } from '../../../contract/messages/circle.ts'
import { playerSimpleProfile } from '../../../contract/messages/profile.ts'
import {
  arenaRankingEntry,
  challengeLiveRankingPlayer,
  eventRankingEntry,
  liveRankingPlayer,
} from '../../../contract/messages/ranking.ts'
import { REGIONS, type Region } from '../../../domain/region.ts'

/** The region of a line. */
export const regionName = Type.Unsafe<Region>(Type.Enum([...REGIONS]))

/** An id that data is kept under: canonical digits of a positive int64. */
export const id = Type.String({ pattern: '^[1-9][0-9]{0,18}$', format: 'int64' })

/** A count or a time that the spec's style carries as text: canonical digits from 0. */
export const digits = Type.String({ pattern: '^(?:0|[1-9][0-9]{0,18})$', format: 'int64' })

/** A span in whole milliseconds, at least 1. */
export const spanMs = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** A field that a line may leave out. */
export function may<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(schema)
}

/** Points of a curve of growth: [share of the time, share of the points], both 0 to 1. */
export const curve = Type.Unsafe<readonly (readonly [time: number, points: number])[]>(
  Type.Array(Type.Array(Type.Number({ minimum: 0, maximum: 1 }), { minItems: 2, maxItems: 2 }), {
    minItems: 2,
    maxItems: 1_000,
  }),
)

const rank = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

/** The profile beside a row: of it only the id is kept, and a row without one is that of a deleted player. */
const rowProfile = may(withFields(playerSimpleProfile, { id: may(id) }))

/** The spec's messages with the fields that a line of data needs to be kept. */
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

/** A row of the boards of songs, of either kind. */
export type SongRow = Static<(typeof ENTRIES)['musicRow']>

/** The message with some of its fields replaced; a replacing field that is not optional has to be there. */
function withFields<Fields extends TProperties, Replacing extends TProperties>(
  shape: TObject<Fields>,
  replacing: Replacing,
) {
  const properties = { ...shape.properties, ...replacing } as Omit<Fields, keyof Replacing> &
    Replacing
  const { title = '' } = shape as { title?: string }
  return Type.Object(properties, { title, additionalProperties: false })
}
