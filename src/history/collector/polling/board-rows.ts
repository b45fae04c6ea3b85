import type { MessageOf } from '../../../game/operations.ts'
import type { BoardRow, Holder } from '../../../game/board.ts'
import { upstreamError } from '../../../platform/http/errors/service-error.ts'
import type { Watch } from '../../../game/board-watch.ts'

type EventMessage = MessageOf<'event.ranking'>
type SongMessage = MessageOf<'music.ranking'>
type Profile = NonNullable<NonNullable<EventMessage['ranking']>[number]['profile']>

/** A rank of a board with at most one holder. Tied holders share a rank. */
interface Slot {
  readonly rank: number
  readonly points: number
  readonly profile: Profile | undefined
  /** The total power of the deck; `undefined` if the board has no decks. */
  readonly deckPower?: number | undefined
}

/**
 * Returns the held ranks of a board, from the normalized message of a gateway. Omits ranks the
 * watch does not list. Throws `upstream_error` for contradictory rows: without a rank, or with
 * different points at one rank.
 */
export function boardRows(
  { board, ranks }: Pick<Watch, 'board' | 'ranks'>,
  message: unknown,
): readonly BoardRow[] {
  if (board.kind !== 'event')
    return groupByRank(rankedPlayers((message as SongMessage).players ?? []))
  const wanted = new Set(ranks)
  const rows = (message as EventMessage).ranking ?? []
  const slots = rows.map(({ rank, point = 0, profile }) => {
    if (rank === undefined || rank < 1) throw upstreamError(new Error('A row has no rank.'))
    return { rank, points: point, profile }
  })
  return groupByRank(slots.filter(({ rank }) => wanted.has(rank)))
}

/**
 * Ranks the players of a song, whose message has no ranks: equal scores share a rank, and the ranks
 * after a tie are skipped.
 */
function rankedPlayers(players: NonNullable<SongMessage['players']>): readonly Slot[] {
  const best = players.toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0))
  let rank = 1
  return best.map(({ score = 0, playerData, highScoreDeck }, at) => {
    if (score !== (best[at - 1]?.score ?? 0) || at === 0) rank = at + 1
    const deckPower = highScoreDeck?.totalPower
    return { rank, points: score, profile: playerData, deckPower }
  })
}

function groupByRank(places: readonly Slot[]): readonly BoardRow[] {
  const rows = new Map<number, BoardRow & { readonly holders: Holder[] }>()
  for (const { rank, points, profile, deckPower } of places) {
    const row = rows.get(rank) ?? { rank, points, holders: [] }
    if (row.points !== points) {
      throw upstreamError(new Error('Two rows of one rank have different points.'))
    }
    // A deleted player has no profile: the rank is held, without a name.
    if (profile?.id !== undefined) row.holders.push(holderOf(profile, profile.id, deckPower))
    rows.set(rank, row)
  }
  return [...rows.values()].toSorted((one, other) => one.rank - other.rank)
}

function holderOf(
  { name = '', favoriteMemberCardMasterId, favoriteMemberCard }: Profile,
  id: string,
  deckPower: number | undefined,
): Holder {
  const cardId = favoriteMemberCardMasterId ?? favoriteMemberCard?.cardId
  return { id, name, ...(cardId !== undefined && { cardId }), ...(deckPower && { deckPower }) }
}
