import type { PlayerMessages } from './en.ts'

/** Simplified Chinese. */
export const zhHans: PlayerMessages = {
  favorites: '收藏的玩家',
  favorite: '已收藏',
  addFavorite: '加入收藏',
  unnamed: '玩家',
  turnedOff: '此服务器不提供玩家页面。',
  notSeen: '本次活动中未出现',
  notSeenHelp: '该玩家从未位于追踪的名次。',
  notOnBoard: '不在追踪的名次',
  leftAt: (time) => `最后一次位于追踪的名次：${time}`,
  lastRank: '最后名次',
  bestRank: '出现过的最佳名次',
  gained: (time) => `最近 ${time} 的分数`,
  rankOverTime: '名次变化',
  pointsOf: (name) => `${name} 的分数变化`,
  note: '仅在玩家位于追踪的名次时才有数据，越靠上名次越高。',
}
