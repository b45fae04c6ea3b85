import type { Language } from '../../../src/platform/language.ts'

/** Texts of the bell. Numbers are formatted already. */
export interface BellMessages {
  readonly title: string
  readonly rank: string
  readonly points: string
  readonly hours: string
  readonly add: string
  readonly remove: string
  readonly whenPoints: (rank: string, points: string) => string
  readonly whenLeft: (hours: string) => string
  readonly hasPoints: (rank: string, points: string) => string
  readonly hasLeft: (hours: string) => string
  readonly help: string
  /** The browser shows no notifications. */
  readonly blocked: string
  readonly calendar: string
  readonly feed: string
}

/** The texts of the bell in every language. */
export const BELL_MESSAGES: Readonly<Record<Language, BellMessages>> = {
  en: {
    title: 'Tell me when',
    rank: 'Rank',
    points: 'Points',
    hours: 'Hours before the end',
    add: 'Add',
    remove: 'Remove',
    whenPoints: (rank, points) => `#${rank} reaches ${points}`,
    whenLeft: (hours) => `${hours} h are left`,
    hasPoints: (rank, points) => `#${rank} has ${points} points`,
    hasLeft: (hours) => `Less than ${hours} h are left`,
    help: 'As a notification while this page is open. Otherwise subscribe:',
    blocked:
      'This browser blocks notifications; the page tells you while it is open. Or subscribe:',
    calendar: 'Calendar, reminds 3 h before the end',
    feed: 'Feed',
  },
  ja: {
    title: '通知',
    rank: '順位',
    points: 'ポイント',
    hours: '終了までの時間',
    add: '追加',
    remove: '削除',
    whenPoints: (rank, points) => `${rank}位が${points}ptに到達`,
    whenLeft: (hours) => `残り${hours}時間`,
    hasPoints: (rank, points) => `${rank}位が${points}ptになりました`,
    hasLeft: (hours) => `残り${hours}時間を切りました`,
    help: 'このページを開いている間、通知します。閉じている間は購読で：',
    blocked: 'ブラウザの通知が許可されていないため、ページ内でお知らせします。購読もできます：',
    calendar: 'カレンダー（終了3時間前に通知）',
    feed: 'フィード',
  },
  'zh-Hant': {
    title: '提醒我',
    rank: '名次',
    points: '分數',
    hours: '距離結束（小時）',
    add: '新增',
    remove: '移除',
    whenPoints: (rank, points) => `第 ${rank} 名達到 ${points}`,
    whenLeft: (hours) => `剩餘 ${hours} 小時`,
    hasPoints: (rank, points) => `第 ${rank} 名已有 ${points} 分`,
    hasLeft: (hours) => `剩餘不到 ${hours} 小時`,
    help: '開啟此頁面時以通知提醒。其他時候請訂閱：',
    blocked: '瀏覽器封鎖了通知；開啟時會在頁面內提醒。也可以訂閱：',
    calendar: '行事曆（結束前 3 小時提醒）',
    feed: '訂閱源',
  },
  'zh-Hans': {
    title: '提醒我',
    rank: '名次',
    points: '分数',
    hours: '距离结束（小时）',
    add: '添加',
    remove: '移除',
    whenPoints: (rank, points) => `第 ${rank} 名达到 ${points}`,
    whenLeft: (hours) => `剩余 ${hours} 小时`,
    hasPoints: (rank, points) => `第 ${rank} 名已有 ${points} 分`,
    hasLeft: (hours) => `剩余不到 ${hours} 小时`,
    help: '打开此页面时以通知提醒。其他时候请订阅：',
    blocked: '浏览器屏蔽了通知；打开时会在页面内提醒。也可以订阅：',
    calendar: '日历（结束前 3 小时提醒）',
    feed: '订阅源',
  },
  ko: {
    title: '알림',
    rank: '순위',
    points: '점수',
    hours: '종료까지 남은 시간',
    add: '추가',
    remove: '삭제',
    whenPoints: (rank, points) => `${rank}위가 ${points}점에 도달`,
    whenLeft: (hours) => `${hours}시간 남음`,
    hasPoints: (rank, points) => `${rank}위가 ${points}점이 되었습니다`,
    hasLeft: (hours) => `${hours}시간도 남지 않았습니다`,
    help: '이 페이지가 열려 있는 동안 알림을 보냅니다. 그 외에는 구독하세요:',
    blocked: '브라우저가 알림을 차단하여 페이지 안에서 알려 드립니다. 구독도 할 수 있습니다:',
    calendar: '캘린더(종료 3시간 전 알림)',
    feed: '피드',
  },
}
