import type { Language } from '../../../../src/platform/language.ts'
import { en, type AccountMessages } from './en.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { zhHans } from './zh-hans.ts'
import { zhHant } from './zh-hant.ts'

/** The messages of the account in every language. */
export const ACCOUNT_MESSAGES: Readonly<Record<Language, AccountMessages>> = {
  en,
  ja,
  'zh-Hant': zhHant,
  'zh-Hans': zhHans,
  ko,
}
