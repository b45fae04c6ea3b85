import type { PlayerMessages } from './en.ts'

/** Korean. */
export const ko: PlayerMessages = {
  favorites: '즐겨찾는 플레이어',
  favorite: '즐겨찾기',
  addFavorite: '즐겨찾기에 추가',
  unnamed: '플레이어',
  turnedOff: '이 서버는 플레이어 페이지를 표시하지 않습니다.',
  notSeen: '이 이벤트에서 확인되지 않음',
  notSeenHelp: '추적하는 순위에 있었던 적이 없습니다.',
  notOnBoard: '추적하는 순위 밖',
  leftAt: (time) => `추적하는 순위에서 마지막 확인: ${time}`,
  lastRank: '마지막 순위',
  bestRank: '확인된 최고 순위',
  gained: (time) => `최근 ${time}의 점수`,
  rankOverTime: '순위 변화',
  pointsOf: (name) => `${name}의 점수 변화`,
  note: '추적하는 순위에 있는 동안만 알 수 있습니다. 위쪽일수록 높은 순위입니다.',
}
