import { en, type CommonMessages } from './en.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import type { Language } from '../../../src/platform/language.ts'
import { zhHans } from './zh-hans.ts'
import { zhHant } from './zh-hant.ts'

/** The messages of the layout in every language. */
export const COMMON_MESSAGES: Readonly<Record<Language, CommonMessages>> = {
  en,
  ja,
  'zh-Hant': zhHant,
  'zh-Hans': zhHans,
  ko,
}
