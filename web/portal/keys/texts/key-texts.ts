import type { Language } from '../../../words/language.ts'
import { en, type KeyTexts } from './en.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { zhHans } from './zh-hans.ts'
import { zhHant } from './zh-hant.ts'

/** The texts of applications and keys in every language. */
export const KEY_TEXTS: Readonly<Record<Language, KeyTexts>> = {
  en,
  ja,
  'zh-Hant': zhHant,
  'zh-Hans': zhHans,
  ko,
}
