import type { Language } from '../../../../src/platform/language.ts'
import { en, type OperatorMessages } from './en.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { zhHans } from './zh-hans.ts'
import { zhHant } from './zh-hant.ts'

/** The messages of the operator’s view in every language. */
export const OPERATOR_MESSAGES: Readonly<Record<Language, OperatorMessages>> = {
  en,
  ja,
  'zh-Hant': zhHant,
  'zh-Hans': zhHans,
  ko,
}
