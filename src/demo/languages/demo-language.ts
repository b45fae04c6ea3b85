import type { Region } from '../../game/region.ts'
import { DEMO_ENGLISH } from './english.ts'
import { DEMO_JAPANESE } from './japanese.ts'
import { DEMO_KOREAN } from './korean.ts'
import { DEMO_TRADITIONAL_CHINESE } from './traditional-chinese.ts'

/** A title and a text. */
export interface DemoNotice {
  readonly title: string
  readonly body: string
}

/** The texts of the demo in one language. All names are invented. */
export interface DemoLanguage {
  /** A nickname is a start and an end. */
  readonly nameStarts: readonly string[]
  readonly nameEnds: readonly string[]
  /** Twelve names; the first has one character and the second two. The last circle is empty. */
  readonly circleNames: readonly string[]
  readonly circleDescription: string
  readonly deckName: string
  readonly cardName: string
  /** The three events that rotate. */
  readonly events: readonly [DemoNotice, DemoNotice, DemoNotice]
  /** The announcements of the end of an event, and of the next event. */
  readonly eventResults: DemoNotice
  readonly eventNotice: DemoNotice
  readonly gacha: DemoNotice
  readonly campaign: DemoNotice
  readonly update: DemoNotice
  readonly maintenance: DemoNotice
  readonly bug: DemoNotice
  readonly other: DemoNotice
}

/** The language of each region's texts. */
export const DEMO_LANGUAGES: Readonly<Record<Region, DemoLanguage>> = {
  tw: DEMO_TRADITIONAL_CHINESE,
  jp: DEMO_JAPANESE,
  en: DEMO_ENGLISH,
  kr: DEMO_KOREAN,
}

/** Difficult names in every region: scripts, directions, lengths, markup, invisible characters. */
export const HARD_NAMES: readonly string[] = [
  '🐈‍⬛🎸',
  'نجمة الليل',
  'כוכב שקט',
  `${'とても長い名前の演奏者・'.repeat(15)}完`,
  'ＦＵＬＬ　ｗｉｄｔｈ１２３',
  'ﾊﾝｶｸｶﾀｶﾅ',
  '<b>bold</b> & "quotes" \'too\'',
  'e\u0301a\u0308o\u0302 accents',
  '👩🏽‍🎤'.repeat(12),
  'left \u202Eright\u202C again',
  '  spaces  around  ',
  '0',
  'null',
  '𠀋𪚲',
  '\u200B',
  'ดาวเงียบ',
  '${name} {{name}} %s %2F',
  'back\\slash/and,comma',
]
