import { REGIONS, type Region } from '../game/region.ts'
import { wordsTableOf } from './circle-search/region-tables.ts'

/** Version of the schema, stored in `PRAGMA user_version`. Other versions are rejected. */
export const DATASET_VERSION = 3

/**
 * `PRAGMA application_id` of demo data. An import resets it to 0, the value of all other datasets.
 */
export const DEMO_MARK = 0x64656d6f

/** Kinds of boards; `subject_id` is an event, an arena season, a song or a challenge song. */
export const BOARD_KINDS = ['event', 'arena', 'music', 'challenge'] as const

/** One kind of {@link BOARD_KINDS}. */
export type BoardKind = (typeof BOARD_KINDS)[number]

/**
 * The tables of `dataset.db`.
 *
 * Ids are integers, for small indexes and so that a text like `007` matches nothing. Ids are unique
 * within a region only, so every lookup has a region. Nested messages are stored as normalized
 * JSON, because they are always read completely; columns beside such JSON repeat what is looked up,
 * filtered or ordered by.
 *
 * Rows of boards are narrow and clustered by rank, so that a window of a board of a million rows is
 * one range. Their accounts need not exist in `players`: the rows of a deleted player stay.
 */
export const DATASET_SCHEMA = `
  CREATE TABLE players (
    player_key INTEGER PRIMARY KEY,
    region TEXT NOT NULL,
    account_id INTEGER NOT NULL,
    profile_id INTEGER NOT NULL,
    hidden INTEGER NOT NULL,           -- 1: the player has not made the profile public
    favorites INTEGER NOT NULL,
    profile TEXT NOT NULL,             -- PlayerSimpleProfile
    brief TEXT NOT NULL,               -- PlayerBriefInfo
    UNIQUE (region, account_id),
    UNIQUE (region, profile_id)
  ) STRICT;

  CREATE TABLE profile_cards (
    player_key INTEGER NOT NULL,
    page INTEGER NOT NULL,             -- from 1
    png BLOB NOT NULL,
    UNIQUE (player_key, page)
  ) STRICT;

  CREATE TABLE decks (
    deck_key INTEGER PRIMARY KEY,
    deck TEXT NOT NULL                 -- DeckDetail
  ) STRICT;

  CREATE TABLE boards (
    board_key INTEGER PRIMARY KEY,
    region TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject_id INTEGER NOT NULL,
    band_id INTEGER NOT NULL,          -- 0: overall, and every board that has no bands
    UNIQUE (region, kind, subject_id, band_id)
  ) STRICT;

  CREATE TABLE events (
    board_key INTEGER PRIMARY KEY,     -- an event board with a period; its rows hold the final points
    starts_at_ms INTEGER NOT NULL,
    ends_at_ms INTEGER NOT NULL,
    repeats_ms INTEGER,                -- null: once
    curve TEXT NOT NULL                -- JSON list of [share of time, share of points], from [0,0] to [1,1]
  ) STRICT;

  CREATE TABLE board_rows (
    board_key INTEGER NOT NULL,
    rank INTEGER NOT NULL,             -- from 1; tied rows share it, and ranks without a holder have no row
    place INTEGER NOT NULL,            -- position on the whole board, unique within ties
    account_id INTEGER NOT NULL,
    point INTEGER NOT NULL,            -- on the boards of songs: the score
    deck_key INTEGER,
    PRIMARY KEY (board_key, rank, place)
  ) STRICT, WITHOUT ROWID;

  -- Decks used in an event, by player.

  CREATE TABLE event_decks (
    board_key INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    deck_key INTEGER NOT NULL,
    PRIMARY KEY (board_key, account_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE deck_trends (
    region TEXT NOT NULL,
    arena_season_id INTEGER NOT NULL,
    music_id INTEGER NOT NULL,
    trend TEXT NOT NULL,               -- arena.DeckTrendResponse
    UNIQUE (region, arena_season_id, music_id)
  ) STRICT;

  CREATE TABLE circles (
    circle_key INTEGER PRIMARY KEY,
    region TEXT NOT NULL,
    circle_id INTEGER NOT NULL,
    member_count INTEGER NOT NULL,
    join_rule INTEGER NOT NULL,
    play_style INTEGER NOT NULL,
    total_point INTEGER NOT NULL,
    ranking INTEGER NOT NULL,
    master_account_id INTEGER,         -- null: a circle without players
    circle TEXT NOT NULL,              -- Circle
    UNIQUE (region, circle_id)
  ) STRICT;

  -- The search index: written by indexCircles from the table circles.
  CREATE TABLE circle_places (
    place INTEGER PRIMARY KEY,         -- position in search results, within the range of its region
    circle_key INTEGER NOT NULL,
    folded_name TEXT NOT NULL          -- foldName of the name
  ) STRICT;
  CREATE TABLE circle_common_words (
    region TEXT NOT NULL,
    word TEXT NOT NULL,                -- a word of more circles than SearchBounds.commonAbove
    circles INTEGER NOT NULL,          -- number of circles with this word
    PRIMARY KEY (region, word)
  ) STRICT, WITHOUT ROWID;
  -- The rowid is the place. The index stores only which places contain a word.
  ${REGIONS.map(circleWords).join('\n  ')}

  CREATE TABLE circle_players (
    circle_key INTEGER NOT NULL,
    place INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    auth INTEGER NOT NULL,
    point INTEGER NOT NULL,
    weekly_total_point INTEGER NOT NULL,
    PRIMARY KEY (circle_key, place)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE gachas (
    region TEXT NOT NULL,
    gacha_id INTEGER NOT NULL,
    rates TEXT NOT NULL,               -- gacha.ProbabilityResponse
    pick_ups TEXT NOT NULL,            -- JSON list of strings: the ids of selectable prizes
    UNIQUE (region, gacha_id)
  ) STRICT;

  CREATE TABLE announcements (
    region TEXT NOT NULL,
    announcement_id INTEGER NOT NULL,
    category INTEGER NOT NULL,         -- index of the category's name, or an unlisted number
    sort_order INTEGER NOT NULL,
    starts_at_ms INTEGER NOT NULL,
    ends_at_ms INTEGER NOT NULL,       -- exclusive
    repeats_ms INTEGER,                -- interval of its repetitions; null: shown once
    announcement TEXT NOT NULL,        -- Announcement, of the first repetition
    UNIQUE (region, announcement_id)
  ) STRICT;
  CREATE INDEX announcements_in_order
    ON announcements (region, sort_order, starts_at_ms DESC, announcement_id);
  CREATE INDEX announcements_by_category
    ON announcements (region, category, sort_order, starts_at_ms DESC, announcement_id);
  CREATE INDEX announcements_that_repeat
    ON announcements (region, category) WHERE repeats_ms IS NOT NULL;

  CREATE TABLE external_contents (
    region TEXT NOT NULL,
    content_id INTEGER NOT NULL,
    content TEXT NOT NULL,             -- AnnouncementExternalContent
    UNIQUE (region, content_id)
  ) STRICT;

  PRAGMA user_version = ${DATASET_VERSION};
`

function circleWords(region: Region): string {
  return `CREATE VIRTUAL TABLE ${wordsTableOf(region)}
    USING fts5 (words, content = '', columnsize = 0, detail = none, tokenize = 'ascii');`
}
