import { LANGUAGES, type Language } from '../platform/language.ts'
import type { Region } from './region.ts'

/** A text by language. */
export type LocalizedText = Readonly<Partial<Record<Language, string>>>

/** The language of names in a region. */
export const REGION_LANGUAGES: Readonly<Record<Region, Language>> = {
  jp: 'ja',
  tw: 'zh-Hant',
  kr: 'ko',
  en: 'en',
}

/** A text in one language. */
export interface TextInLanguage {
  readonly text: string
  readonly language: Language
}

/**
 * Returns the text for a reader of a language: in that language, else in the other Chinese script,
 * that of the region, English, or any. `undefined` without a text that is not empty.
 */
export function textFor(
  texts: Readonly<Record<string, string>> | LocalizedText | undefined,
  language: Language,
  region: Region,
): TextInLanguage | undefined {
  const known: LocalizedText = texts ?? {}
  const order = [
    language,
    ...(language === 'zh-Hans' ? (['zh-Hant'] as const) : []),
    ...(language === 'zh-Hant' ? (['zh-Hans'] as const) : []),
    REGION_LANGUAGES[region],
    'en' as const,
    ...LANGUAGES,
  ]
  const found = order.find((one) => (known[one] ?? '') !== '')
  return found === undefined ? undefined : { text: known[found] ?? '', language: found }
}
