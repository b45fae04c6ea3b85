import { en, type Texts } from './en.ts'
import type { Language } from './language.ts'

/** The texts of every language. */
export const TEXTS: Readonly<Record<Language, Texts>> = {
  en,
  ja: en,
  'zh-Hant': en,
  'zh-Hans': en,
  ko: en,
}
