/** The name of the portal in each language of the pages. */
export const PORTAL_NAMES = {
  en: 'Developer portal',
  ja: '開発者ポータル',
  'zh-Hant': '開發者入口網站',
  'zh-Hans': '开发者门户',
  ko: '개발자 포털',
} as const
