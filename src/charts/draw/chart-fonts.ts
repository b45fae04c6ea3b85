import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Font } from 'satori'
import type { ChartLanguage } from '../../contract/public/chart-choices.ts'
import type { Region } from '../../domain/region.ts'
import { drawableWith, type Coverage } from '../../lettering/drawable-with.ts'
import { readFontCoverage } from '../../lettering/read-font-coverage.ts'

/** A family of the bundled fonts: the text after `noto-sans-` in the names of its files. */
type Family =
  'jp-japanese' | 'jp-latin-ext' | 'tc-chinese-traditional' | 'sc-chinese-simplified' | 'kr-korean'

/** The order in which a language looks for a glyph: its own forms of Han first. Each family has Latin. */
const ORDER: Readonly<Record<ChartLanguage, readonly Family[]>> = {
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

/** The language that names of a region are written in. */
export const REGION_LANGUAGES: Readonly<Record<Region, ChartLanguage>> = {
  jp: 'ja',
  tw: 'zh-Hant',
  kr: 'ko',
  en: 'en',
}

/** More characters than fit on any picture. */
const MOST = 160

const FOLDER = join(import.meta.dirname, '../../../assets/fonts')

const covered = new Map<Family, Coverage>()

/** Read when a character is first looked for in it: most pictures need one family. */
function coverage(family: Family): Coverage {
  let known = covered.get(family)
  if (known === undefined) {
    const [regular, bold] = [readFont(family, 400), readFont(family, 700)].map(readFontCoverage)
    known = regular?.intersection(bold ?? new Set()) ?? new Set()
    covered.set(family, known)
  }
  return known
}

const lazyCoverage = (family: Family): Coverage => ({ has: (code) => coverage(family).has(code) })

/** What of a text can be drawn in a language, in one line: every character of it has a glyph. */
export function chartText(language: ChartLanguage, text: string): string {
  return drawableWith(ORDER[language].map(lazyCoverage), text, MOST)
}

/** The families that a drawable text needs, the first to look in first. */
export function familiesFor(language: ChartLanguage, text: string): readonly string[] {
  const order = ORDER[language]
  const needed = new Set<Family>(order.slice(0, 1))
  for (const character of text) {
    const code = character.codePointAt(0) as number
    const family = order.find((one) => coverage(one).has(code))
    if (family !== undefined) needed.add(family)
  }
  return order.filter((family) => needed.has(family))
}

/** Lists of parsed fonts that are kept: those of a language and a title in another one. */
const LISTS_MAX = 4

const lists = new Map<string, Font[]>()

/**
 * The fonts of families in one weight, in their order. The same list is given again while it is kept: the engine keeps what it has
 * parsed by it, which is most of the time and of the memory that a picture takes.
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
  return readFileSync(join(FOLDER, `noto-sans-${family}-${weight}-normal.woff2`))
}
