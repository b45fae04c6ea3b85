import { JOIN_RULES, PLAY_STYLES } from '../../../contract/operations.ts'
import { shownProfile, type PlayerColumns } from './board-row.ts'
import { foldName } from '../fold-name.ts'
import type { Circle } from '../message-parts.ts'
import { parseId } from '../parse-id.ts'
import type { ReaderOptions, Readers } from './create-readers.ts'

/**
 * How many members the ranges of the search mean, both ends included: 30 is the most a circle can have. The spec
 * lists the names and leaves their meaning open.
 */
const MEMBER_RANGE_BOUNDS: Readonly<Record<string, readonly [number, number]>> = {
  MEMBER_RANGE_1: [1, 10],
  MEMBER_RANGE_2: [11, 20],
  MEMBER_RANGE_3: [21, 30],
}

// Walks the circles from the highest total and stops at the limit; the name is not indexed.
const SEARCH = `SELECT c.circle, p.hidden, p.profile
     FROM circles c
     LEFT JOIN players p ON p.region = c.region AND p.account_id = c.master_account_id
     WHERE c.region = :region
       AND (:name = '' OR instr(c.folded_name, :name) > 0)
       AND (:membersMin IS NULL OR c.member_count BETWEEN :membersMin AND :membersMax)
       AND (:joinRule IS NULL OR c.join_rule = :joinRule)
       AND (:playStyle IS NULL OR c.play_style = :playStyle)
     ORDER BY c.total_point DESC, c.circle_id LIMIT :limit`

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
 * Reads circles. The integer codes of joinRule and playStyle in a circle are the indexes of the names that the
 * search lists. A search finds names that contain the text ({@link foldName} on both sides, any length), and orders
 * by totalPoint, the highest first, then by id. A filter with a number that no name stands for matches nothing.
 */
export function createCircleReaders({
  database,
  sizes,
}: ReaderOptions): Pick<Readers, 'circle.get' | 'circle.search'> {
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
  const search = database.prepare(SEARCH)
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
    'circle.search': (region, { name = '', memberRange, joinRule, playStyle }) => {
      const filters = [memberRange, joinRule, playStyle]
      if (filters.some((filter) => typeof filter === 'number')) return {}
      const [membersMin, membersMax] = MEMBER_RANGE_BOUNDS[memberRange] ?? [null, null]
      const rows = search.all({
        region,
        name: foldName(name),
        membersMin,
        membersMax,
        joinRule: codeOf(JOIN_RULES, joinRule),
        playStyle: codeOf(PLAY_STYLES, playStyle),
        limit: sizes.searchResults,
      }) as unknown as ({ circle: string } & PlayerColumns)[]
      return {
        circles: rows.map((row) => ({
          circle: JSON.parse(row.circle) as Circle,
          profile: shownProfile(row),
        })),
      }
    },
  }
}

function circlePlayer(circleId: string, row: MemberRow) {
  return {
    circleId,
    playerId: row.account_id,
    auth: row.auth,
    point: row.point,
    weeklyTotalPoint: row.weekly_total_point,
    profile: shownProfile(row),
  }
}

/** The code of a listed name; null, which filters nothing, for the first (unspecified) one. */
function codeOf(names: readonly string[], name: string | number): number | null {
  const code = names.indexOf(String(name))
  return code <= 0 ? null : code
}
