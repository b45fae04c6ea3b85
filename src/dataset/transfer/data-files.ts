import { Type, type Static, type TProperties } from '#libraries/typebox'
import { deckDetail } from '../../game/messages/deck-messages.ts'
import { gachaProbabilityResponse } from '../../game/messages/gacha-messages.ts'
import { playerBriefInfo } from '../../game/messages/profile-messages.ts'
import { arenaDeckTrendResponse } from '../../game/messages/ranking-messages.ts'
import { BOARD_KINDS, type BoardKind } from '../dataset-schema.ts'
import { curve, digits, ENTRIES, id, optional, regionName, spanMs } from './data-shapes.ts'

const boardKind = Type.Unsafe<BoardKind>(Type.Enum([...BOARD_KINDS]))

/**
 * The declaration of a data file, from which parsing, validation and documentation of its lines
 * derive.
 */
export interface DataFile {
  /** The content of a line, for the documentation. */
  readonly description: string
  /**
   * Paths of the fields that identify a line besides its region. Lines of a file must have
   * different keys.
   */
  readonly keys: readonly string[]
  /** The content that an import replaces, for the documentation. */
  readonly replaces: string
}

function dataFile<const Fields extends TProperties>(file: DataFile & { readonly fields: Fields }) {
  const { fields, ...rest } = file
  const line = Type.Object({ region: regionName, ...fields }, { additionalProperties: false })
  return { ...rest, line }
}

const BY_KEY = 'the line with the same keys'

/**
 * The data files of a dataset, in the order of import and export; `<name>.ndjson` has one line per
 * object. Parsing, validation and writing, the JSON Schemas and the tables of docs/dataset.md
 * derive from this table. `entry` is the spec's JSON; the other fields are keys, and data that the
 * spec's messages lack.
 */
export const DATA_FILES = {
  players: dataFile({
    description: 'a player; `hidden`: the profile is not public',
    keys: ['entry.id'],
    replaces: `${BY_KEY}; profile cards stay`,
    fields: {
      hidden: optional(Type.Boolean()),
      favorites: optional(digits),
      brief: optional(playerBriefInfo),
      entry: ENTRIES.player,
    },
  }),
  boards: dataFile({
    description: 'a board, with or without rows; an event can have a period and a growth curve',
    keys: ['kind', 'id', 'bandId'],
    replaces: 'the period of the board; rows stay',
    fields: {
      kind: boardKind,
      id,
      bandId: optional(digits),
      startAt: optional(digits),
      endAt: optional(digits),
      repeatsMs: optional(spanMs),
      curve: optional(curve),
    },
  }),
  'event-rankings': dataFile({
    description: 'a row of an event board, with its final points',
    keys: ['eventId', 'entry.profile.id'],
    replaces: 'all rows of the boards it names',
    fields: { eventId: id, entry: ENTRIES.eventRow },
  }),
  'arena-rankings': dataFile({
    description: 'a row of an arena board; without `bandId`, of the overall board',
    keys: ['arenaSeasonId', 'bandId', 'entry.profile.id'],
    replaces: 'all rows of the boards it names',
    fields: { arenaSeasonId: id, bandId: optional(digits), entry: ENTRIES.arenaRow },
  }),
  'music-rankings': dataFile({
    description: "a row of a song's board, best first",
    keys: ['musicId', 'entry.playerData.id'],
    replaces: 'all rows of the boards it names',
    fields: { musicId: id, entry: ENTRIES.musicRow },
  }),
  'challenge-rankings': dataFile({
    description: "a row of a challenge song's board, best first",
    keys: ['challengeMusicId', 'entry.playerData.id'],
    replaces: 'all rows of the boards it names',
    fields: { challengeMusicId: id, entry: ENTRIES.challengeRow },
  }),
  'event-decks': dataFile({
    description: 'the deck of a player in an event',
    keys: ['eventId', 'playerId'],
    replaces: BY_KEY,
    fields: { eventId: id, playerId: id, entry: deckDetail },
  }),
  'deck-trends': dataFile({
    description: 'the most used cards for a song in an arena season',
    keys: ['arenaSeasonId', 'musicId'],
    replaces: BY_KEY,
    fields: { arenaSeasonId: id, musicId: id, entry: arenaDeckTrendResponse },
  }),
  circles: dataFile({
    description: 'a circle, its rank among all circles, and its master',
    keys: ['entry.id'],
    replaces: `${BY_KEY}; its players stay`,
    fields: {
      circleRanking: optional(Type.Integer()),
      masterPlayerId: optional(id),
      entry: ENTRIES.circle,
    },
  }),
  'circle-players': dataFile({
    description: 'a player of a circle, in list order; the circle must exist',
    keys: ['entry.circleId', 'entry.playerId'],
    replaces: 'all players of the circles it names',
    fields: { entry: ENTRIES.circlePlayer },
  }),
  gachas: dataFile({
    description: 'the rates of a gacha, and its selectable prizes',
    keys: ['gachaId'],
    replaces: BY_KEY,
    fields: { gachaId: id, pickUps: optional(Type.Array(id)), entry: gachaProbabilityResponse },
  }),
  announcements: dataFile({
    description: 'an announcement; with `repeatsMs`, its times shift by whole repeats',
    keys: ['entry.id'],
    replaces: BY_KEY,
    fields: { repeatsMs: optional(spanMs), entry: ENTRIES.announcement },
  }),
  'external-contents': dataFile({
    description: 'a banner that links out of the game',
    keys: ['entry.id'],
    replaces: BY_KEY,
    fields: { entry: ENTRIES.externalContent },
  }),
} as const

/** The name of a data file without its extension. */
export type DataFileName = keyof typeof DATA_FILES

/** The names of all data files in order. */
export const DATA_FILE_NAMES = Object.keys(DATA_FILES) as DataFileName[]

/** A validated line of one file, with normalized messages. */
export type DataLine<Name extends DataFileName> = Static<(typeof DATA_FILES)[Name]['line']>

/** The directory of profile cards: `cards/<region>/<profileId>/<page>.png`. */
export const CARDS_FOLDER = 'cards'

/** Maximum bytes of a line, including its line feed, and of a card: 4 MiB. */
export const LINE_BYTES_MAX = 4_194_304
