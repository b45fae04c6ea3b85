import type { PlayerMessages } from './en.ts'

/** Japanese. */
export const ja: PlayerMessages = {
  favorites: 'お気に入りのプレイヤー',
  favorite: 'お気に入り',
  addFavorite: 'お気に入りに追加',
  unnamed: 'プレイヤー',
  turnedOff: 'このサーバーではプレイヤーページを表示していません。',
  notSeen: 'このイベントでは確認されていません',
  notSeenHelp: '記録している順位にいたことがありません。',
  notOnBoard: '記録している順位の外',
  leftAt: (time) => `記録している順位で最後に確認：${time}`,
  lastRank: '最後の順位',
  bestRank: '確認された最高順位',
  gained: (time) => `直近${time}のポイント`,
  rankOverTime: '順位の推移',
  pointsOf: (name) => `${name}のポイントの推移`,
  note: '記録している順位にいる間だけわかります。上ほど高い順位です。',
}
