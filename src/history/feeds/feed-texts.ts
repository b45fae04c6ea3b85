import type { Language } from '../../platform/language.ts'
import type { AnnouncementTab } from '../calendar/known-announcement.ts'

/** Texts of feeds and calendars in one language. `{name}` is the name of an event. */
interface FeedTexts {
  readonly event: string
  /** Title of the feed and of the calendar; `{region}` is the region's code. */
  readonly title: string
  readonly announced: string
  readonly started: string
  readonly ended: string
  readonly results: string
  /** The period of an event; `{start}` and `{end}` are times in UTC. */
  readonly period: string
  /** Titles of the feeds of announcements, by tab. */
  readonly announcements: Readonly<Record<AnnouncementTab, string>>
}

/** Texts of feeds and calendars. */
export const FEED_TEXTS: Readonly<Record<Language, FeedTexts>> = {
  en: {
    event: 'Event',
    title: 'Game events ({region})',
    announced: '{name} was announced',
    started: '{name} has started',
    ended: '{name} has ended',
    results: 'Final results of {name}',
    period: '{start} to {end} (UTC)',
    announcements: {
      ALL: 'Announcements ({region})',
      OPENING_EVENTS: 'Announcements of running events ({region})',
      BUG: 'Known issues ({region})',
    },
  },
  ja: {
    event: 'イベント',
    title: 'ゲームのイベント（{region}）',
    announced: '「{name}」の開催が告知されました',
    started: '「{name}」が始まりました',
    ended: '「{name}」が終了しました',
    results: '「{name}」の最終結果',
    period: '{start}～{end}（UTC）',
    announcements: {
      ALL: 'お知らせ（{region}）',
      OPENING_EVENTS: '開催中イベントのお知らせ（{region}）',
      BUG: '不具合のお知らせ（{region}）',
    },
  },
  'zh-Hant': {
    event: '活動',
    title: '遊戲活動（{region}）',
    announced: '「{name}」已公布',
    started: '「{name}」已開始',
    ended: '「{name}」已結束',
    results: '「{name}」最終結果',
    period: '{start} 至 {end}（UTC）',
    announcements: {
      ALL: '公告（{region}）',
      OPENING_EVENTS: '進行中活動的公告（{region}）',
      BUG: '問題公告（{region}）',
    },
  },
  'zh-Hans': {
    event: '活动',
    title: '游戏活动（{region}）',
    announced: '“{name}”已公布',
    started: '“{name}”已开始',
    ended: '“{name}”已结束',
    results: '“{name}”最终结果',
    period: '{start} 至 {end}（UTC）',
    announcements: {
      ALL: '公告（{region}）',
      OPENING_EVENTS: '进行中活动的公告（{region}）',
      BUG: '问题公告（{region}）',
    },
  },
  ko: {
    event: '이벤트',
    title: '게임 이벤트({region})',
    announced: '{name} 공지',
    started: '{name} 시작',
    ended: '{name} 종료',
    results: '{name} 최종 결과',
    period: '{start} ~ {end} (UTC)',
    announcements: {
      ALL: '공지({region})',
      OPENING_EVENTS: '진행 중인 이벤트 공지({region})',
      BUG: '오류 공지({region})',
    },
  },
}

/** Returns a text with its placeholders filled in. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
}

/** Formats a time (Unix ms) in UTC: `2026-11-23 06:00`. */
export function utcMinute(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
}
