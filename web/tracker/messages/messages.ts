import { en, type Messages } from './en.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import type { Language } from '../../../src/platform/language.ts'
import { zhHans } from './zh-hans.ts'
import { zhHant } from './zh-hant.ts'

/** The messages of every language. */
export const MESSAGES: Readonly<Record<Language, Messages>> = {
  en,
  ja,
  'zh-Hant': zhHant,
  'zh-Hans': zhHans,
  ko,
}
