/** The languages of the page, by the names that `lang` has for them. */
export const LANGUAGES = ['en', 'ja', 'zh-Hant', 'zh-Hans', 'ko'] as const

/** One of {@link LANGUAGES}. */
export type Language = (typeof LANGUAGES)[number]

/** Each language as its own readers call it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  ja: '日本語',
  'zh-Hant': '繁體中文',
  'zh-Hans': '简体中文',
  ko: '한국어',
}

/** Whether `text` names one of them, exactly. */
export function isLanguage(text: string): text is Language {
  return (LANGUAGES as readonly string[]).includes(text)
}

/** The first language of a reader's list that the page has; English where it has none of them. */
export function pickLanguage(wanted: readonly string[]): Language {
  for (const one of wanted) {
    const found = nearest(one)
    if (found !== undefined) return found
  }
  return 'en'
}

/** Browsers name Chinese by its script or by a place: Taiwan, Hong Kong and Macau write Hant. */
function nearest(tag: string): Language | undefined {
  const [language = '', ...rest] = tag.toLowerCase().split('-')
  if (language === 'zh') {
    if (rest.includes('hans')) return 'zh-Hans'
    return rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'zh-Hant' : 'zh-Hans'
  }
  return LANGUAGES.find((one) => one === language)
}
