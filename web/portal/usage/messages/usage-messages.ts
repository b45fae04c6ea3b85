import type { Language } from '../../../../src/platform/language.ts'
import { en, type UsageMessages } from './en.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { zhHans } from './zh-hans.ts'
import { zhHant } from './zh-hant.ts'

/** The messages of usage and requests in every language. */
export const USAGE_MESSAGES: Readonly<Record<Language, UsageMessages>> = {
  en,
  ja,
  'zh-Hant': zhHant,
  'zh-Hans': zhHans,
  ko,
}
