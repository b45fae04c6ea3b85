import type { Language } from '../../../../src/platform/language.ts'
import { en, type PlayerMessages } from './en.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { zhHans } from './zh-hans.ts'
import { zhHant } from './zh-hant.ts'

export type { PlayerMessages }

/** The messages of player pages in every language. */
export const PLAYER_MESSAGES: Readonly<Record<Language, PlayerMessages>> = {
  en,
  ja,
  'zh-Hant': zhHant,
  'zh-Hans': zhHans,
  ko,
}
