import type { MessageOf } from '../../contract/operations.ts'
import type { BoardRow, Holder } from '../../domain/board.ts'
import { upstreamError } from '../../domain/service-error.ts'
import type { Watch } from '../../domain/watch.ts'

type EventMessage = MessageOf<'event.ranking'>
type SongMessage = MessageOf<'music.ranking'>
type Profile = NonNullable<NonNullable<EventMessage['ranking']>[number]['profile']>

/** A place of a board with one who may hold it; several share a place in a tie. */
interface Place {
  readonly rank: number
  readonly points: number
  readonly profile: Profile | undefined
}

/**
 * The places of a board that somebody holds, of the closed message that a gateway gave for a watch. Rows of ranks that
 * nobody asked for are left out. Throws `upstream_error` for rows that contradict each other: without a rank, or with
 * different points at one.
 */
export function boardRows(
  { board, ranks }: Pick<Watch, 'board' | 'ranks'>,
  message: unknown,
): readonly BoardRow[] {
  if (board.kind !== 'event') return gather(rankedPlayers((message as SongMessage).players ?? []))
  const wanted = new Set(ranks)
  const rows = (message as EventMessage).ranking ?? []
  const places = rows.map(({ rank, point = 0, profile }) => {
    if (rank === undefined || rank < 1) throw upstreamError(new Error('A row has no rank.'))
    return { rank, points: point, profile }
  })
  return gather(places.filter(({ rank }) => wanted.has(rank)))
}

/** Players of a song have no ranks of their own: whoever has the same score shares one, and the next ones are left out. */
function rankedPlayers(players: NonNullable<SongMessage['players']>): readonly Place[] {
  const best = players.toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0))
  let rank = 1
  return best.map(({ score = 0, playerData }, at) => {
    if (score !== (best[at - 1]?.score ?? 0) || at === 0) rank = at + 1
    return { rank, points: score, profile: playerData }
  })
}

function gather(places: readonly Place[]): readonly BoardRow[] {
  const rows = new Map<number, BoardRow & { readonly holders: Holder[] }>()
  for (const { rank, points, profile } of places) {
    const row = rows.get(rank) ?? { rank, points, holders: [] }
    if (row.points !== points) {
      throw upstreamError(new Error('Two rows of one rank have different points.'))
    }
    // Of a deleted player nothing is known: the place is held, and nobody is named.
    if (profile?.id !== undefined) row.holders.push({ id: profile.id, name: profile.name ?? '' })
    rows.set(rank, row)
  }
  return [...rows.values()].toSorted((one, other) => one.rank - other.rank)
}
