import type { Language } from '../../../words/language.ts'
import { en, type OperatorTexts } from './en.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { zhHans } from './zh-hans.ts'
import { zhHant } from './zh-hant.ts'

/** The texts of the operator’s view in every language. */
export const OPERATOR_TEXTS: Readonly<Record<Language, OperatorTexts>> = {
  en,
  ja,
  'zh-Hant': zhHant,
  'zh-Hans': zhHans,
  ko,
}
