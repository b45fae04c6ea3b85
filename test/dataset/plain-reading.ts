import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GatewayCall } from '../../src/game/gateway.ts'

/** How long the lists may be. */
export interface PlainSizes {
  readonly boardRows: number
  readonly searchResults: number
  readonly announcements: number
}

// An export, read as plainly as can be: every line in memory, every answer a filter over all of
// them. It shares no code with what it judges. It knows neither growth nor repeats nor what a
// selection of pick-ups changes.
type Json = Record<string, any> // oxlint-disable-line typescript/no-explicit-any

/**
 * Reads the export in `folder`; the answer is the message of a call at `nowMs`, or `undefined` for
 * unknown.
 */
export function readPlainly(folder: string, sizes: PlainSizes, nowMs: number) {
  const kept = new Map<string, Json[]>()
  const all = (name: string): Json[] => {
    const lines = kept.get(name) ?? readAll(name)
    kept.set(name, lines)
    return lines
  }
  const readAll = (name: string): Json[] =>
    readFileSync(join(folder, `${name}.ndjson`), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Json)

  return ({ operation, region, arguments: given }: GatewayCall): unknown => {
    const args = given as Json
    const here = (name: string) => all(name).filter((line) => line['region'] === region)
    const player = (id: unknown) => here('players').find(({ entry }) => entry.id === id)
    const publicPlayer = (id: unknown) => (player(id)?.['hidden'] === true ? undefined : player(id))
    const shown = (id: unknown) => {
      const { hidden, entry } = player(id) ?? {}
      return hidden === true ? { id: entry.id, name: entry.name ?? '' } : (entry ?? {})
    }
    const isKnown = (kind: string, id: unknown, band = '0') =>
      here('boards').some(
        (board) =>
          board['kind'] === kind && board['id'] === id && (board['bandId'] ?? '0') === band,
      )
    const songs = (kind: string, name: string, id: unknown) =>
      isKnown(kind, id)
        ? {
            players: here(`${kind}-rankings`)
              .filter((line) => line[name] === id)
              .slice(0, sizes.boardRows)
              .map(({ entry }) => ({ ...entry, playerData: shown(entry.playerData?.id) })),
          }
        : undefined

    switch (operation) {
      case 'announcement.get': {
        const found = here('announcements').find(({ entry }) => entry.id === args['id'])
        return found && { announcement: found['entry'] }
      }
      case 'announcement.list': {
        const isIn: Json = {
          ALL: () => true,
          BUG: ({ category }: Json) => category === 'BUG',
          OPENING_EVENTS: ({ category, startAt = 0, endAt = 0 }: Json) =>
            category === 'EVENT' && Number(startAt) <= nowMs && nowMs < Number(endAt),
        }
        return {
          announcements: here('announcements')
            .map(({ entry }) => entry as Json)
            .filter((entry) => isIn[args['selectedTab']](entry))
            .sort(
              (a, b) =>
                (a['sortOrder'] ?? 0) - (b['sortOrder'] ?? 0) ||
                Number(b['startAt'] ?? 0) - Number(a['startAt'] ?? 0) ||
                byId(a, b),
            )
            .slice(0, sizes.announcements),
          externalContents: here('external-contents')
            .map(({ entry }) => entry as Json)
            .sort(byId),
        }
      }
      case 'arena.ranking': {
        const { arenaSeasonId, bandId, rankingStart, rankingEnd } = args
        if (!isKnown('arena', arenaSeasonId, bandId)) return undefined
        const rows = here('arena-rankings').filter(
          (line) => line['arenaSeasonId'] === arenaSeasonId && (line['bandId'] ?? '0') === bandId,
        )
        return {
          maxRank: String(Math.max(0, ...rows.map(({ entry }) => entry.rank as number))),
          ranking: rows
            .filter(({ entry }) => entry.rank >= rankingStart && entry.rank <= rankingEnd)
            .map(({ entry }) => ({ ...entry, profile: shown(entry.profile?.id) })),
        }
      }
      case 'arena.deckTrend':
        return here('deck-trends').find(
          (line) =>
            line['arenaSeasonId'] === args['arenaSeasonId'] && line['musicId'] === args['musicId'],
        )?.['entry']
      case 'circle.get': {
        const found = here('circles').find(({ entry }) => entry.id === args['circleId'])
        const players = here('circle-players').filter(
          ({ entry }) => entry.circleId === args['circleId'],
        )
        return (
          found && {
            circle: {
              circleRanking: found['circleRanking'] ?? 0,
              detail: found['entry'],
              players: players.map(({ entry }) => ({ ...entry, profile: shown(entry.playerId) })),
            },
          }
        )
      }
      case 'circle.search': {
        const { name = '', memberRange, joinRule, playStyle } = args
        const fold = (text: string) => text.normalize('NFKC').toUpperCase().normalize('NFKC')
        const range = Number(String(memberRange).at(-1))
        const joins = ['JOIN_RULE_UNSPECIFIED', 'AUTO', 'REQUEST', 'INVITE'].indexOf(joinRule)
        const styles = ['PLAY_STYLE_UNSPECIFIED', 'FREE', 'CASUAL', 'HARD', 'BEGINNER']
        const plays = styles.indexOf(playStyle)
        return {
          circles: here('circles')
            .filter(
              ({ entry }) =>
                fold(entry.name ?? '').includes(fold(name)) &&
                (!range || Math.ceil((entry.memberCount ?? 0) / 10) === range) &&
                (joins === 0 || (entry.joinRule ?? 0) === joins) &&
                (plays === 0 || (entry.playStyle ?? 0) === plays),
            )
            .sort(
              (a, b) =>
                (b['entry'].totalPoint ?? 0) - (a['entry'].totalPoint ?? 0) ||
                byId(a['entry'], b['entry']),
            )
            .slice(0, sizes.searchResults)
            .map(({ entry, masterPlayerId }) => ({
              circle: entry,
              profile: shown(masterPlayerId),
            })),
        }
      }
      case 'event.ranking': {
        if (!isKnown('event', args['eventId'])) return undefined
        const rows = here('event-rankings').filter((line) => line['eventId'] === args['eventId'])
        return {
          ranking: rows
            .filter(({ entry }) => args['ranks'].includes(entry.rank))
            .map(({ entry }) => ({ ...entry, profile: shown(entry.profile?.id) })),
        }
      }
      case 'event.challengeRanking':
        return songs('challenge', 'challengeMusicId', args['challengeMusicId'])
      case 'music.ranking':
        return songs('music', 'musicId', args['musicId'])
      case 'event.deck': {
        const found = here('event-decks').find(
          (line) => line['eventId'] === args['eventId'] && line['playerId'] === args['playerId'],
        )
        return found && publicPlayer(args['playerId']) && { deck: found['entry'] }
      }
      case 'gacha.rates': {
        const rates = here('gachas').find((line) => line['gachaId'] === args['gachaId'])?.['entry']
        if (rates === undefined || args['productId'] === '0') return rates
        const entry = rates.products?.[args['productId']]
        return entry === undefined ? undefined : { ...rates, ...rates.probabilities?.[entry] }
      }
      case 'profile.get': {
        const found = here('players').find(({ entry }) => entry.profileId === args['profileId'])
        return found && found['hidden'] !== true ? { playerProfile: found['entry'] } : undefined
      }
      case 'profile.batch':
        return {
          players: (args['accountIds'] as unknown[])
            .map((id) => publicPlayer(id)?.['brief'])
            .filter((brief) => brief !== undefined),
        }
      case 'profile.favorites': {
        const found = publicPlayer(args['playerId'])
        return found && { totalFavorite: found['favorites'] ?? '0' }
      }
      case 'profile.card': {
        const { profileId, page } = args
        const found = here('players').find(({ entry }) => entry.profileId === profileId)
        if (found === undefined || found['hidden'] === true) return undefined
        return fileOrNothing(join(folder, 'cards', region, profileId, `${page}.png`))
      }
      default:
        throw new Error(`Nothing is read plainly for ${operation}.`)
    }
  }
}

function byId(left: Json, right: Json): number {
  return BigInt(left['id']) < BigInt(right['id']) ? -1 : 1
}

function fileOrNothing(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}
