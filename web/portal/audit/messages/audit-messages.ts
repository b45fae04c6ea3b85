import type { Language } from '../../../../src/platform/language.ts'
import { en, type AuditMessages } from './en.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { zhHans } from './zh-hans.ts'
import { zhHant } from './zh-hant.ts'

/** The messages of the audit trail in every language. */
export const AUDIT_MESSAGES: Readonly<Record<Language, AuditMessages>> = {
  en,
  ja,
  'zh-Hant': zhHant,
  'zh-Hans': zhHans,
  ko,
}
