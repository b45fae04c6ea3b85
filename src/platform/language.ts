/** The languages of pages and charts, as BCP 47 tags: the values of `lang` in links. */
export const LANGUAGES = ['en', 'ja', 'zh-Hant', 'zh-Hans', 'ko'] as const

/** One of {@link LANGUAGES}. */
export type Language = (typeof LANGUAGES)[number]

/** Each language in its own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  ja: '日本語',
  'zh-Hant': '繁體中文',
  'zh-Hans': '简体中文',
  ko: '한국어',
}

/** Returns whether `text` is exactly one of {@link LANGUAGES}. */
export function isLanguage(text: string): text is Language {
  return (LANGUAGES as readonly string[]).includes(text)
}

/** Returns the requested language, or English where there is none or another. */
export function languageOrEnglish(requested: string | null | undefined): Language {
  return LANGUAGES.find((one) => one === requested) ?? 'en'
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

/**
 * Returns the language of an Accept-Language header (RFC 9110, section 12.5.4): the supported one
 * with the highest weight, else English.
 */
export function acceptedLanguage(header: string | undefined): Language {
  const wanted = (header ?? '').slice(0, ACCEPT_LENGTH_MAX).split(',').map(readRange)
  const known = wanted.filter(({ weight }) => weight > 0)
  return pickLanguage(
    known.toSorted((one, other) => other.weight - one.weight).map(({ tag }) => tag),
  )
}

/** Characters of an Accept-Language header that are read. */
const ACCEPT_LENGTH_MAX = 500

/** Parses a language range with its weight, from 0 to 1; an invalid weight counts as 0. */
function readRange(text: string): { readonly tag: string; readonly weight: number } {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim())
  const given = parameters.find((part) => /^q=/i.test(part))?.slice(2)
  const weight = given === undefined ? 1 : Number(given)
  return { tag, weight: weight >= 0 && weight <= 1 ? weight : 0 }
}
