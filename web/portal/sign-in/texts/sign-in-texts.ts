import type { Language } from '../../../words/language.ts'
import { en, type SignInTexts } from './en.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { zhHans } from './zh-hans.ts'
import { zhHant } from './zh-hant.ts'

/** The texts of signing in in every language. */
export const SIGN_IN_TEXTS: Readonly<Record<Language, SignInTexts>> = {
  en,
  ja,
  'zh-Hant': zhHant,
  'zh-Hans': zhHans,
  ko,
}
