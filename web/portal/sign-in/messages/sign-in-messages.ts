import type { Language } from '../../../../src/platform/language.ts'
import { en, type SignInMessages } from './en.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { zhHans } from './zh-hans.ts'
import { zhHant } from './zh-hant.ts'

/** The messages of signing in in every language. */
export const SIGN_IN_MESSAGES: Readonly<Record<Language, SignInMessages>> = {
  en,
  ja,
  'zh-Hant': zhHant,
  'zh-Hans': zhHans,
  ko,
}
