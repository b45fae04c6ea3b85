/** The languages of pages and charts, as BCP 47 tags: the values of `lang` in links. */
export const LANGUAGES = ['en', 'ja', 'zh-Hant', 'zh-Hans', 'ko'] as const

/** One of {@link LANGUAGES}. */
export type Language = (typeof LANGUAGES)[number]

/** Returns whether `text` is exactly one of {@link LANGUAGES}. */
export function isLanguage(text: string): text is Language {
  return (LANGUAGES as readonly string[]).includes(text)
}

/** Returns the requested language, or English where there is none or another. */
export function languageOrEnglish(requested: string | null | undefined): Language {
  return LANGUAGES.find((one) => one === requested) ?? 'en'
}
