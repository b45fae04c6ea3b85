import type { Language } from '../../../words/language.ts'
import { en, type UsageTexts } from './en.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { zhHans } from './zh-hans.ts'
import { zhHant } from './zh-hant.ts'

/** The texts of usage and requests in every language. */
export const USAGE_TEXTS: Readonly<Record<Language, UsageTexts>> = {
  en,
  ja,
  'zh-Hant': zhHant,
  'zh-Hans': zhHans,
  ko,
}
