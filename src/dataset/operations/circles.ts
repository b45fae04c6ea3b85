import { JOIN_RULES, MEMBER_RANGES, PLAY_STYLES } from '../../game/operations.ts'
import { prepareCircleSearch, type CircleHit } from '../circle-search/circle-search.ts'
import { visibleProfile, type PlayerColumns } from './board-row.ts'
import { foldName } from '../fold-name.ts'
import type { Circle } from '../message-parts.ts'
import { parseId } from '../parse-id.ts'
import type { HandlerOptions, Handlers } from './handlers.ts'

interface CircleRow {
  readonly circle_key: number
  readonly ranking: number
  readonly circle: string
}

interface MemberRow extends PlayerColumns {
  readonly account_id: string
  readonly auth: number
  readonly point: number
  readonly weekly_total_point: number
}

/**
 * Creates the handlers of circles. The integer codes of joinRule and playStyle in a circle are the
 * indexes of the names that the search lists. A search finds names that contain the text ({@link
 * foldName} on both sides, any length), ordered by totalPoint, the highest first, then by id. A
 * filter with an unlisted number matches nothing.
 */
export function createCircleHandlers({
  database,
  sizes,
}: HandlerOptions): Pick<Handlers, 'circle.get' | 'circle.search'> {
  const one = database.prepare(
    'SELECT circle_key, ranking, circle FROM circles WHERE region = ? AND circle_id = ?',
  )
  const members = database.prepare(
    `SELECT CAST(m.account_id AS TEXT) AS account_id, m.auth, m.point, m.weekly_total_point,
            p.hidden, p.profile
     FROM circle_players m
     LEFT JOIN players p ON p.region = ? AND p.account_id = m.account_id
     WHERE m.circle_key = ? ORDER BY m.place`,
  )
  const findCircles = prepareCircleSearch(database)
  return {
    'circle.get': (region, { circleId }) => {
      const id = parseId(circleId)
      if (id === undefined) return undefined
      const row = one.get(region, id) as CircleRow | undefined
      if (row === undefined) return undefined
      const rows = members.all(region, row.circle_key) as unknown as MemberRow[]
      return {
        circle: {
          circleRanking: row.ranking,
          detail: JSON.parse(row.circle) as Circle,
          players: rows.map((member) => circlePlayer(circleId, member)),
        },
      }
    },
    'circle.search': (region, { name = '', memberRange, joinRule, playStyle }, context) => {
      const filters = {
        memberRange: codeOf(MEMBER_RANGES, memberRange),
        joinRule: codeOf(JOIN_RULES, joinRule),
        playStyle: codeOf(PLAY_STYLES, playStyle),
      }
      if (Object.values(filters).includes(-1)) return {}
      const limit = sizes.searchResults
      const hits = findCircles(region, { foldedText: foldName(name), filters, limit, context })
      return hits instanceof Promise ? hits.then(foundCircles) : foundCircles(hits)
    },
  }
}

function foundCircles(hits: readonly CircleHit[]) {
  return {
    circles: hits.map((hit) => ({
      circle: JSON.parse(hit.circle) as Circle,
      profile: visibleProfile(hit),
    })),
  }
}

function circlePlayer(circleId: string, row: MemberRow) {
  return {
    circleId,
    playerId: row.account_id,
    auth: row.auth,
    point: row.point,
    weeklyTotalPoint: row.weekly_total_point,
    profile: visibleProfile(row),
  }
}

/**
 * Returns the index of a listed name: 0 for the first one, which filters nothing; -1 for a number.
 */
function codeOf(names: readonly string[], name: string | number): number {
  return typeof name === 'number' ? -1 : names.indexOf(name)
}
