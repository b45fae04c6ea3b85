import { Type, type Static, type TProperties } from '#libraries/typebox'
import { deckDetail } from '../../../contract/messages/deck.ts'
import { gachaProbabilityResponse } from '../../../contract/messages/gacha.ts'
import { playerBriefInfo } from '../../../contract/messages/profile.ts'
import { arenaDeckTrendResponse } from '../../../contract/messages/ranking.ts'
import { BOARD_KINDS, type BoardKind } from '../dataset-schema.ts'
import { curve, digits, ENTRIES, id, may, regionName, spanMs } from './data-shapes.ts'

const boardKind = Type.Unsafe<BoardKind>(Type.Enum([...BOARD_KINDS]))

/** One file of data as it is declared: everything about its lines is derived from here. */
export interface DataFile {
  /** What a line is, for people. */
  readonly holds: string
  /** What a line is known by beside its region, as paths; no two lines of a file may agree in all of them. */
  readonly keys: readonly string[]
  /** What an import replaces, for people. */
  readonly replaces: string
}

function dataFile<const Fields extends TProperties>(file: DataFile & { readonly fields: Fields }) {
  const { fields, ...rest } = file
  const line = Type.Object({ region: regionName, ...fields }, { additionalProperties: false })
  return { ...rest, line }
}

const BY_KEY = 'what has the same keys'

/**
 * The files of a dataset outside the program, in the order of import and export; `<name>.ndjson` holds one line for
 * each thing. Reading, validating and writing, the JSON Schemas and the tables of docs/dataset.md come from here.
 * `entry` is the spec's own JSON; what stands beside it are keys, and what the spec's messages cannot carry.
 */
export const DATA_FILES = {
  players: dataFile({
    holds: 'a player; `hidden`: the profile is not public',
    keys: ['entry.id'],
    replaces: `${BY_KEY}; profile cards stay`,
    fields: {
      hidden: may(Type.Boolean()),
      favorites: may(digits),
      brief: may(playerBriefInfo),
      entry: ENTRIES.player,
    },
  }),
  boards: dataFile({
    holds: 'a board, also one without rows; an event may have a period and a curve of growth',
    keys: ['kind', 'id', 'bandId'],
    replaces: 'the period of the board; rows stay',
    fields: {
      kind: boardKind,
      id,
      bandId: may(digits),
      startAt: may(digits),
      endAt: may(digits),
      repeatsMs: may(spanMs),
      curve: may(curve),
    },
  }),
  'event-rankings': dataFile({
    holds: 'a row of an event board, with its final points',
    keys: ['eventId', 'entry.profile.id'],
    replaces: 'all rows of the boards it names',
    fields: { eventId: id, entry: ENTRIES.eventRow },
  }),
  'arena-rankings': dataFile({
    holds: 'a row of an arena board; without `bandId`, of the overall one',
    keys: ['arenaSeasonId', 'bandId', 'entry.profile.id'],
    replaces: 'all rows of the boards it names',
    fields: { arenaSeasonId: id, bandId: may(digits), entry: ENTRIES.arenaRow },
  }),
  'music-rankings': dataFile({
    holds: "a row of a song's board, the best first",
    keys: ['musicId', 'entry.playerData.id'],
    replaces: 'all rows of the boards it names',
    fields: { musicId: id, entry: ENTRIES.musicRow },
  }),
  'challenge-rankings': dataFile({
    holds: "a row of a challenge song's board, the best first",
    keys: ['challengeMusicId', 'entry.playerData.id'],
    replaces: 'all rows of the boards it names',
    fields: { challengeMusicId: id, entry: ENTRIES.challengeRow },
  }),
  'event-decks': dataFile({
    holds: 'the deck of a player in an event',
    keys: ['eventId', 'playerId'],
    replaces: BY_KEY,
    fields: { eventId: id, playerId: id, entry: deckDetail },
  }),
  'deck-trends': dataFile({
    holds: 'the cards most used for a song in an arena season',
    keys: ['arenaSeasonId', 'musicId'],
    replaces: BY_KEY,
    fields: { arenaSeasonId: id, musicId: id, entry: arenaDeckTrendResponse },
  }),
  circles: dataFile({
    holds: 'a circle, its rank among all, and its master',
    keys: ['entry.id'],
    replaces: `${BY_KEY}; its players stay`,
    fields: { circleRanking: may(Type.Integer()), masterPlayerId: may(id), entry: ENTRIES.circle },
  }),
  'circle-players': dataFile({
    holds: 'a player of a circle, in the order of the list; the circle has to be there',
    keys: ['entry.circleId', 'entry.playerId'],
    replaces: 'all players of the circles it names',
    fields: { entry: ENTRIES.circlePlayer },
  }),
  gachas: dataFile({
    holds: 'the rates of a gacha, and the prizes that can be selected',
    keys: ['gachaId'],
    replaces: BY_KEY,
    fields: { gachaId: id, pickUps: may(Type.Array(id)), entry: gachaProbabilityResponse },
  }),
  announcements: dataFile({
    holds: 'an announcement; with `repeatsMs`, its times shift by whole repeats',
    keys: ['entry.id'],
    replaces: BY_KEY,
    fields: { repeatsMs: may(spanMs), entry: ENTRIES.announcement },
  }),
  'external-contents': dataFile({
    holds: 'a banner that leads out of the game',
    keys: ['entry.id'],
    replaces: BY_KEY,
    fields: { entry: ENTRIES.externalContent },
  }),
} as const

/** The name of a file of data, without its ending. */
export type DataFileName = keyof typeof DATA_FILES

/** The names of all files of data, in their order. */
export const DATA_FILE_NAMES = Object.keys(DATA_FILES) as DataFileName[]

/** A line of one file that was read and found good; its messages are closed. */
export type DataLine<Name extends DataFileName> = Static<(typeof DATA_FILES)[Name]['line']>

/** The folder of the profile cards: `cards/<region>/<profileId>/<page>.png`. */
export const CARDS_FOLDER = 'cards'

/** The most bytes that a line may have, its end included, and the most that a card may have: 4 MiB. */
export const MOST_BYTES = 4_194_304
