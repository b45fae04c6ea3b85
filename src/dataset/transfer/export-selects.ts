import type { DataFileName } from './data-files.ts'

/**
 * The JSON text of each field of a line by its name; a field with its default is absent or null.
 */
export type FieldTexts = Readonly<Record<string, string | null | undefined>>

/** The query for the lines of one file, in an order that depends on their content only. */
export interface ExportSelect {
  readonly sql: string
  /**
   * Returns additional fields of a row's line. Columns named as fields contain JSON text; other
   * columns are for `more`.
   */
  readonly more?: (row: Readonly<Record<string, string | null>>) => FieldTexts
}

/**
 * An id or a time as a JSON string; null stays null. Numbers are formatted by SQLite, where they
 * are exact.
 */
const quoted = (column: string, field: string) => `'"' || ${column} || '"' AS ${field}`
/** Like `quoted`, but null for the default 0. */
const quotedUnlessZero = (column: string, field: string) =>
  `CASE WHEN ${column} <> 0 THEN '"' || ${column} || '"' END AS ${field}`
const number = (column: string, field: string) => `CAST(${column} AS TEXT) AS ${field}`
const numberUnlessZero = (column: string, field: string) =>
  `CASE WHEN ${column} <> 0 THEN CAST(${column} AS TEXT) END AS ${field}`
/** A row's deck; one with defaults only is null. */
const shownDeck = "nullif(d.deck, '{}') AS deck"
const region = (table: string) => `'"' || ${table}.region || '"' AS region`

/** The rows of all boards of a kind; CROSS JOIN forces the storage order of both tables. */
const rowsOf = (kind: string, subject: string, fields: readonly string[]) => `
  SELECT ${region('b')}, ${quoted('b.subject_id', subject)}, ${fields.join(', ')},
         ${numberUnlessZero('r.point', 'point')}, ${quotedUnlessZero('r.account_id', 'account')}
  FROM boards b CROSS JOIN board_rows r ON r.board_key = b.board_key
  LEFT JOIN decks d ON d.deck_key = r.deck_key
  WHERE b.kind = '${kind}'
  ORDER BY b.region, b.kind, b.subject_id, b.band_id, r.rank, r.place`

type Row = Readonly<Record<string, string | null>>

function objectText(fields: FieldTexts): string {
  const given = Object.entries(fields).filter(([, text]) => text !== null && text !== undefined)
  return `{${given.map(([name, text]) => `"${name}":${text}`).join(',')}}`
}

function profileText({ account }: Row): string | null {
  return account === null ? null : `{"id":${account}}`
}

const rankedRow = (row: Row): FieldTexts => {
  const { rank, point, deck } = row
  return { entry: objectText({ rank, point, profile: profileText(row), deck }) }
}

const songRow = (row: Row): FieldTexts => {
  const { point: score, deck: highScoreDeck } = row
  return { entry: objectText({ score, playerData: profileText(row), highScoreDeck }) }
}

/** The queries of all data files. A missing entry does not compile. */
export const EXPORT_SELECTS: Readonly<Record<DataFileName, ExportSelect>> = {
  players: {
    sql: `SELECT ${region('p')}, CASE WHEN hidden <> 0 THEN 'true' END AS hidden,
                 ${quotedUnlessZero('favorites', 'favorites')}, brief, profile AS entry
          FROM players p ORDER BY p.region, p.account_id`,
  },
  boards: {
    sql: `SELECT ${region('b')}, '"' || kind || '"' AS kind, ${quoted('subject_id', 'id')},
                 ${quotedUnlessZero('band_id', 'bandId')}, ${quoted('starts_at_ms', 'startAt')},
                 ${quoted('ends_at_ms', 'endAt')}, ${number('repeats_ms', 'repeatsMs')}, curve
          FROM boards b LEFT JOIN events e ON e.board_key = b.board_key
          ORDER BY b.region, b.kind, b.subject_id, b.band_id`,
  },
  'event-rankings': {
    sql: rowsOf('event', 'eventId', [number('r.rank', 'rank'), 'NULL AS deck']),
    more: rankedRow,
  },
  'arena-rankings': {
    sql: rowsOf('arena', 'arenaSeasonId', [
      quotedUnlessZero('b.band_id', 'bandId'),
      number('r.rank', 'rank'),
      shownDeck,
    ]),
    more: rankedRow,
  },
  'music-rankings': { sql: rowsOf('music', 'musicId', [shownDeck]), more: songRow },
  'challenge-rankings': {
    sql: rowsOf('challenge', 'challengeMusicId', [shownDeck]),
    more: songRow,
  },
  'event-decks': {
    sql: `SELECT ${region('b')}, ${quoted('b.subject_id', 'eventId')},
                 ${quoted('e.account_id', 'playerId')}, d.deck AS entry
          FROM boards b CROSS JOIN event_decks e ON e.board_key = b.board_key
          JOIN decks d ON d.deck_key = e.deck_key
          WHERE b.kind = 'event'
          ORDER BY b.region, b.kind, b.subject_id, b.band_id, e.account_id`,
  },
  'deck-trends': {
    sql: `SELECT ${region('t')}, ${quoted('arena_season_id', 'arenaSeasonId')},
                 ${quoted('music_id', 'musicId')}, trend AS entry
          FROM deck_trends t ORDER BY t.region, arena_season_id, music_id`,
  },
  circles: {
    sql: `SELECT ${region('c')}, ${numberUnlessZero('ranking', 'circleRanking')},
                 ${quoted('master_account_id', 'masterPlayerId')}, circle AS entry
          FROM circles c ORDER BY c.region, c.circle_id`,
  },
  'circle-players': {
    sql: `SELECT ${region('c')}, ${quoted('c.circle_id', 'circleId')},
                 ${quoted('m.account_id', 'playerId')}, ${numberUnlessZero('m.auth', 'auth')},
                 ${numberUnlessZero('m.point', 'point')},
                 ${numberUnlessZero('m.weekly_total_point', 'weeklyTotalPoint')}
          FROM circles c CROSS JOIN circle_players m ON m.circle_key = c.circle_key
          ORDER BY c.region, c.circle_id, m.place`,
    more: ({ circleId, playerId, auth, point, weeklyTotalPoint }) => ({
      entry: objectText({ circleId, playerId, auth, point, weeklyTotalPoint }),
    }),
  },
  gachas: {
    sql: `SELECT ${region('g')}, ${quoted('gacha_id', 'gachaId')},
                 CASE WHEN pick_ups <> '[]' THEN pick_ups END AS pickUps, rates AS entry
          FROM gachas g ORDER BY g.region, gacha_id`,
  },
  announcements: {
    sql: `SELECT ${region('a')}, ${number('repeats_ms', 'repeatsMs')}, announcement AS entry
          FROM announcements a ORDER BY a.region, announcement_id`,
  },
  'external-contents': {
    sql: `SELECT ${region('x')}, content AS entry
          FROM external_contents x ORDER BY x.region, content_id`,
  },
}
