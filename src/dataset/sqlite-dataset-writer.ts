import type { DatabaseSync } from 'node:sqlite'
import { compileNormalizer } from '../upstream/normalize-message.ts'
import {
  ANNOUNCEMENT_CATEGORIES,
  announcement as announcementShape,
  announcementExternalContent,
} from '../game/messages/announcement-messages.ts'
import { circle as circleShape } from '../game/messages/circle-messages.ts'
import { deckDetail } from '../game/messages/deck-messages.ts'
import { gachaProbabilityResponse } from '../game/messages/gacha-messages.ts'
import { playerBriefInfo, playerSimpleProfile } from '../game/messages/profile-messages.ts'
import { arenaDeckTrendResponse } from '../game/messages/ranking-messages.ts'
import { DEMO_MARK } from './dataset-schema.ts'
import type { DatasetWriter } from './dataset-writer.ts'
import { checkEventPeriod } from './events/event-period.ts'
import type { Announcement } from './message-parts.ts'

/** Serializers of the messages that are stored as JSON: validated, and without default values. */
const NORMALIZED_JSON = {
  profile: toNormalizedJson(compileNormalizer(playerSimpleProfile)),
  brief: toNormalizedJson(compileNormalizer(playerBriefInfo)),
  deck: toNormalizedJson(compileNormalizer(deckDetail)),
  circle: toNormalizedJson(compileNormalizer(circleShape)),
  trend: toNormalizedJson(compileNormalizer(arenaDeckTrendResponse)),
  gacha: toNormalizedJson(compileNormalizer(gachaProbabilityResponse)),
  announcement: toNormalizedJson(compileNormalizer(announcementShape)),
  content: toNormalizedJson(compileNormalizer(announcementExternalContent)),
} as const

/** Creates a writer on an empty dataset. The caller manages the transaction. */
export function createDatasetWriter(database: DatabaseSync): DatasetWriter {
  return {
    markDemo: () => database.exec(`PRAGMA application_id = ${DEMO_MARK}`),
    ...createPlayerWriter(database),
    ...createBoardWriter(database),
    ...createCircleWriter(database),
    ...createDocumentWriter(database),
  }
}

function createPlayerWriter(database: DatabaseSync): Pick<DatasetWriter, 'addPlayer' | 'addDeck'> {
  const insertPlayer = database.prepare(
    `INSERT INTO players (region, account_id, profile_id, hidden, favorites, profile, brief)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const insertCard = database.prepare('INSERT INTO profile_cards VALUES (?, ?, ?)')
  const insertDeck = database.prepare('INSERT INTO decks (deck) VALUES (?)')
  return {
    addPlayer(region, player) {
      const { accountId, profileId } = player
      const { lastInsertRowid } = insertPlayer.run(
        region,
        BigInt(accountId),
        BigInt(profileId),
        Number(player.hidden),
        player.favorites,
        // Ids in the messages must equal the columns (spec, "Identifiers").
        NORMALIZED_JSON.profile({ ...player.profile, id: accountId, profileId }),
        NORMALIZED_JSON.brief({ ...player.brief, accountId, playerId: accountId }),
      )
      for (const [index, png] of player.cards.entries()) {
        insertCard.run(lastInsertRowid, index + 1, png)
      }
    },
    addDeck: (deck) => Number(insertDeck.run(NORMALIZED_JSON.deck(deck)).lastInsertRowid),
  }
}

function createBoardWriter(
  database: DatabaseSync,
): Pick<DatasetWriter, 'addBoard' | 'addEventPeriod' | 'addEventDeck'> {
  const insertBoard = database.prepare(
    'INSERT INTO boards (region, kind, subject_id, band_id) VALUES (?, ?, ?, ?)',
  )
  const insertRow = database.prepare('INSERT INTO board_rows VALUES (?, ?, ?, ?, ?, ?)')
  const insertEvent = database.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?)')
  const insertEventDeck = database.prepare('INSERT INTO event_decks VALUES (?, ?, ?)')
  return {
    addBoard(region, { kind, subjectId, bandId = '0', rows }) {
      const board = insertBoard.run(region, kind, BigInt(subjectId), BigInt(bandId)).lastInsertRowid
      let place = 0
      for (const { rank, point, accountId, deckKey } of rows) {
        place += 1
        insertRow.run(board, rank, place, BigInt(accountId), point, deckKey ?? null)
      }
      return Number(board)
    },
    addEventPeriod(boardKey, period) {
      const { startsAtMs, endsAtMs, repeatsMs, curve } = checkEventPeriod(period)
      insertEvent.run(boardKey, startsAtMs, endsAtMs, repeatsMs ?? null, JSON.stringify(curve))
    },
    addEventDeck(boardKey, accountId, deckKey) {
      insertEventDeck.run(boardKey, BigInt(accountId), deckKey)
    },
  }
}

function createCircleWriter(
  database: DatabaseSync,
): Pick<DatasetWriter, 'addCircle' | 'removeCircle'> {
  const insertCircle = database.prepare(
    `INSERT INTO circles (region, circle_id, member_count, join_rule, play_style,
                          total_point, ranking, master_account_id, circle)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const deleteCircle = database.prepare('DELETE FROM circles WHERE circle_key = ?')
  const insertPlayer = database.prepare('INSERT INTO circle_players VALUES (?, ?, ?, ?, ?, ?)')
  return {
    addCircle(region, { ranking, circle, masterAccountId, players }) {
      const { lastInsertRowid } = insertCircle.run(
        region,
        BigInt(circle.id ?? 0),
        circle.memberCount ?? 0,
        circle.joinRule ?? 0,
        circle.playStyle ?? 0,
        circle.totalPoint ?? 0,
        ranking,
        masterAccountId === undefined ? null : BigInt(masterAccountId),
        NORMALIZED_JSON.circle(circle),
      )
      for (const [place, { accountId, auth, point, weeklyTotalPoint }] of players.entries()) {
        insertPlayer.run(lastInsertRowid, place, BigInt(accountId), auth, point, weeklyTotalPoint)
      }
      return Number(lastInsertRowid)
    },
    removeCircle: (circleKey) => void deleteCircle.run(circleKey),
  }
}

function createDocumentWriter(
  database: DatabaseSync,
): Pick<DatasetWriter, 'addDeckTrend' | 'addGacha' | 'addAnnouncement' | 'addExternalContent'> {
  const insertTrend = database.prepare('INSERT INTO deck_trends VALUES (?, ?, ?, ?)')
  const insertGacha = database.prepare('INSERT INTO gachas VALUES (?, ?, ?, ?)')
  const insertAnnouncement = database.prepare(
    'INSERT INTO announcements VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const insertContent = database.prepare('INSERT INTO external_contents VALUES (?, ?, ?)')
  return {
    addDeckTrend(region, { arenaSeasonId, musicId }, trend) {
      insertTrend.run(region, BigInt(arenaSeasonId), BigInt(musicId), NORMALIZED_JSON.trend(trend))
    },
    addGacha(region, gachaId, { rates, pickUps }) {
      insertGacha.run(
        region,
        BigInt(gachaId),
        NORMALIZED_JSON.gacha(rates),
        JSON.stringify(pickUps),
      )
    },
    addAnnouncement(region, announcement, repeatsMs) {
      if (repeatsMs !== undefined) checkRepeats(announcement, repeatsMs)
      insertAnnouncement.run(
        region,
        BigInt(announcement.id ?? 0),
        categoryCode(announcement.category ?? 0),
        announcement.sortOrder ?? 0,
        BigInt(announcement.startAt ?? 0),
        BigInt(announcement.endAt ?? 0),
        repeatsMs ?? null,
        NORMALIZED_JSON.announcement(announcement),
      )
    },
    addExternalContent(region, content) {
      insertContent.run(region, BigInt(content.id ?? 0), NORMALIZED_JSON.content(content))
    },
  }
}

function checkRepeats({ id, startAt = '0', endAt = '0' }: Announcement, repeatsMs: number): void {
  const isGood = Number.isSafeInteger(repeatsMs) && repeatsMs > 0
  if (isGood && BigInt(startAt) > 0n && BigInt(endAt) > BigInt(startAt)) return
  throw new Error(
    `Announcement ${id} repeats: it needs a start, a later end and a positive interval in milliseconds.`,
  )
}

/** Returns the stored number of a category: the index of its name, or an unlisted number itself. */
export function categoryCode(category: NonNullable<Announcement['category']>): number {
  return typeof category === 'number' ? category : ANNOUNCEMENT_CATEGORIES.indexOf(category)
}

function toNormalizedJson(close: (message: unknown) => unknown): (message: unknown) => string {
  return (message) => JSON.stringify(close(message))
}
