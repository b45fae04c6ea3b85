import type { Watch } from '../../../game/board-watch.ts'
import type { GatewayCall } from '../../../game/gateway.ts'

/**
 * Returns the gateway call that reads a watched board. Equal watches produce equal calls, which
 * coalesce with those of developers.
 */
export function boardCall({ board, ranks }: Pick<Watch, 'board' | 'ranks'>): GatewayCall {
  const { region, kind, id } = board
  switch (kind) {
    case 'event':
      return { operation: 'event.ranking', region, arguments: { eventId: id, ranks } }
    case 'music':
      return { operation: 'music.ranking', region, arguments: { musicId: id } }
    case 'challenge':
      return { operation: 'event.challengeRanking', region, arguments: { challengeMusicId: id } }
  }
}
