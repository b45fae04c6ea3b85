import { LANGUAGES, type Language } from '../../../src/platform/language.ts'

/** Each language in its own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  ja: '日本語',
  'zh-Hant': '繁體中文',
  'zh-Hans': '简体中文',
  ko: '한국어',
}

/** Returns the first supported language of a preference list, or English. */
export function pickLanguage(wanted: readonly string[]): Language {
  for (const one of wanted) {
    const found = nearest(one)
    if (found !== undefined) return found
  }
  return 'en'
}

/** Browsers tag Chinese by script or by region: TW, HK and MO map to Hant. */
function nearest(tag: string): Language | undefined {
  const [language = '', ...rest] = tag.toLowerCase().split('-')
  if (language === 'zh') {
    if (rest.includes('hans')) return 'zh-Hans'
    return rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'zh-Hant' : 'zh-Hans'
  }
  return LANGUAGES.find((one) => one === language)
}
