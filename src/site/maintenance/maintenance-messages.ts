import type { Language } from '../../platform/language.ts'

/** Texts of announced maintenance in one language. */
export interface MaintenanceMessages {
  readonly planned: string
  readonly underWay: string
  readonly details: string
  readonly close: string
}

/** Texts of announced maintenance in every language. */
export const MAINTENANCE_MESSAGES: Readonly<Record<Language, MaintenanceMessages>> = {
  en: {
    planned: 'Planned maintenance',
    underWay: 'Maintenance is under way',
    details: 'Details',
    close: 'Close',
  },
  ja: {
    planned: '計画メンテナンス',
    underWay: 'メンテナンス中です',
    details: '詳細',
    close: '閉じる',
  },
  'zh-Hant': { planned: '計畫維護', underWay: '維護進行中', details: '詳情', close: '關閉' },
  'zh-Hans': { planned: '计划维护', underWay: '维护进行中', details: '详情', close: '关闭' },
  ko: { planned: '예정된 점검', underWay: '점검 중입니다', details: '자세히', close: '닫기' },
}
