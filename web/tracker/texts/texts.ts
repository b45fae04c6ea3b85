import { en, type Texts } from './en.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import type { Language } from '../../words/language.ts'
import { zhHans } from './zh-hans.ts'
import { zhHant } from './zh-hant.ts'

/** The texts of every language. */
export const TEXTS: Readonly<Record<Language, Texts>> = {
  en,
  ja,
  'zh-Hant': zhHant,
  'zh-Hans': zhHans,
  ko,
}
