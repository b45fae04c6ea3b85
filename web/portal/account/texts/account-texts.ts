import type { Language } from '../../../words/language.ts'
import { en, type AccountTexts } from './en.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { zhHans } from './zh-hans.ts'
import { zhHant } from './zh-hant.ts'

/** The texts of the account in every language. */
export const ACCOUNT_TEXTS: Readonly<Record<Language, AccountTexts>> = {
  en,
  ja,
  'zh-Hant': zhHant,
  'zh-Hans': zhHans,
  ko,
}
