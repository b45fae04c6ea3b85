import type { Language } from '../../../../src/platform/language.ts'
import { en, type KeyMessages } from './en.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { zhHans } from './zh-hans.ts'
import { zhHant } from './zh-hant.ts'

/** The messages of applications and keys in every language. */
export const KEY_MESSAGES: Readonly<Record<Language, KeyMessages>> = {
  en,
  ja,
  'zh-Hant': zhHant,
  'zh-Hans': zhHans,
  ko,
}
