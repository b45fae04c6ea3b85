import { en, type FrameTexts } from './en.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import type { Language } from '../../words/language.ts'
import { zhHans } from './zh-hans.ts'
import { zhHant } from './zh-hant.ts'

/** The texts of the frame in every language. */
export const FRAME_TEXTS: Readonly<Record<Language, FrameTexts>> = {
  en,
  ja,
  'zh-Hant': zhHant,
  'zh-Hans': zhHans,
  ko,
}
