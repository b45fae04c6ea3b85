import type { Watch } from '../../domain/watch.ts'
import type { GatewayCall } from '../../domain/gateway.ts'

/** The call that reads what a watch asks for. Equal watches make equal calls, also to those of developers. */
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
