import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Font } from 'satori'
import type { Language } from '../../../platform/language.ts'
import {
  bundledCoverage,
  FONT_FOLDER,
  type FontFamily,
} from '../../../platform/fonts/bundled-coverage.ts'
import { coveredText } from '../../../platform/fonts/font-coverage.ts'

/**
 * Fallback order of each language, starting with the font of its own Han forms. All families
 * contain Latin.
 */
const ORDER: Readonly<Record<Language, readonly FontFamily[]>> = {
  en: [
    'jp-japanese',
    'jp-latin-ext',
    'tc-chinese-traditional',
    'sc-chinese-simplified',
    'kr-korean',
  ],
  ja: [
    'jp-japanese',
    'jp-latin-ext',
    'tc-chinese-traditional',
    'sc-chinese-simplified',
    'kr-korean',
  ],
  'zh-Hant': [
    'tc-chinese-traditional',
    'jp-latin-ext',
    'jp-japanese',
    'sc-chinese-simplified',
    'kr-korean',
  ],
  'zh-Hans': [
    'sc-chinese-simplified',
    'jp-latin-ext',
    'tc-chinese-traditional',
    'jp-japanese',
    'kr-korean',
  ],
  ko: [
    'kr-korean',
    'jp-latin-ext',
    'jp-japanese',
    'tc-chinese-traditional',
    'sc-chinese-simplified',
  ],
}

/** Maximum characters of a text; more than fit on any chart. */
const CHARACTERS_MAX = 160

/** Returns a text in one line without characters that have no glyph in the fonts of a language. */
export function chartText(language: Language, text: string): string {
  return coveredText(ORDER[language].map(bundledCoverage), text, CHARACTERS_MAX)
}

/** Returns the families that a drawable text needs, in fallback order. */
export function familiesFor(language: Language, text: string): readonly string[] {
  const order = ORDER[language]
  const needed = new Set<FontFamily>(order.slice(0, 1))
  for (const character of text) {
    const code = character.codePointAt(0) as number
    const family = order.find((one) => bundledCoverage(one).has(code))
    if (family !== undefined) needed.add(family)
  }
  return order.filter((family) => needed.has(family))
}

/** Maximum cached font lists: those of a language and of a title in another one. */
const LISTS_MAX = 4

const lists = new Map<string, Font[]>()

/**
 * Returns the fonts of families in one weight, in order. Returns the same array while it is cached,
 * because the engine caches parsed fonts by its identity; parsing takes most of the time and memory
 * of a chart.
 */
export function chartFonts(families: readonly string[], weight: 400 | 700): Font[] {
  const key = `${weight} ${families.join()}`
  const fonts =
    lists.get(key) ??
    families.map((name): Font => ({ name, weight, style: 'normal', data: readFont(name, weight) }))
  lists.delete(key)
  lists.set(key, fonts)
  const [oldest] = lists.keys()
  if (lists.size > LISTS_MAX && oldest !== undefined) lists.delete(oldest)
  return fonts
}

function readFont(family: string, weight: 400 | 700): Buffer {
  return readFileSync(join(FONT_FOLDER, `noto-sans-${family}-${weight}-normal.woff2`))
}
