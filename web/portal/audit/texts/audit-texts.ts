import type { Language } from '../../../words/language.ts'
import { en, type AuditTexts } from './en.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { zhHans } from './zh-hans.ts'
import { zhHant } from './zh-hant.ts'

/** The texts of the audit trail in every language. */
export const AUDIT_TEXTS: Readonly<Record<Language, AuditTexts>> = {
  en,
  ja,
  'zh-Hant': zhHant,
  'zh-Hans': zhHans,
  ko,
}
