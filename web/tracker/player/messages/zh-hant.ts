import type { PlayerMessages } from './en.ts'

/** Traditional Chinese. */
export const zhHant: PlayerMessages = {
  favorites: '收藏的玩家',
  favorite: '已收藏',
  addFavorite: '加入收藏',
  unnamed: '玩家',
  turnedOff: '此伺服器不提供玩家頁面。',
  notSeen: '本次活動中未出現',
  notSeenHelp: '該玩家不曾位於追蹤的名次。',
  notOnBoard: '不在追蹤的名次',
  leftAt: (time) => `最後一次位於追蹤的名次：${time}`,
  lastRank: '最後名次',
  bestRank: '出現過的最佳名次',
  gained: (time) => `最近 ${time} 的分數`,
  rankOverTime: '名次變化',
  pointsOf: (name) => `${name} 的分數變化`,
  note: '僅在玩家位於追蹤的名次時才有資料，越上方名次越高。',
}
