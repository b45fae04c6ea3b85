import type { Language } from '../../platform/language.ts'

/** Texts of the automatic notes in one language. Braces are placeholders. */
export interface GapNoteMessages {
  readonly title: string
  readonly help: string
  readonly note: string
}

/** The texts of the automatic notes in all languages. */
export const GAP_NOTE_MESSAGES: Readonly<Record<Language, GapNoteMessages>> = {
  en: {
    title: 'Automatic notes',
    help: 'Periods of half an hour or more in the last 14 days in which at least one board of a region had no new data.',
    note: '{region}: {from} – {until}, {reason}',
  },
  ja: {
    title: '自動記録',
    help: '直近14日間に、サーバーの少なくとも1つのボードで30分以上新しいデータがなかった期間です。',
    note: '{region}：{from} – {until}、{reason}',
  },
  'zh-Hant': {
    title: '自動記錄',
    help: '最近 14 天內，某伺服器至少一個榜單有半小時以上沒有新資料的時段。',
    note: '{region}：{from} – {until}，{reason}',
  },
  'zh-Hans': {
    title: '自动记录',
    help: '最近 14 天内，某服务器至少一个榜单有半小时以上没有新数据的时段。',
    note: '{region}：{from} – {until}，{reason}',
  },
  ko: {
    title: '자동 기록',
    help: '최근 14일 동안 서버의 보드 하나 이상에서 30분 넘게 새 데이터가 없었던 기간입니다.',
    note: '{region}: {from} – {until}, {reason}',
  },
}
