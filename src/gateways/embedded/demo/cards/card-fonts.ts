import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Font } from 'satori'
import type { Region } from '../../../../domain/region.ts'
import { readFontCoverage } from '../../../../lettering/read-font-coverage.ts'

/** A family of the bundled fonts: the text after `noto-sans-` in the names of its files. */
export type CardFontFamily = 'tc-chinese-traditional' | 'jp-japanese' | 'kr-korean' | 'jp-latin-ext'

/** The bundled fonts, ready to lay out with. */
export interface CardFonts {
  /** Every family in both weights, always the same list: the engine keeps what it has parsed by it. */
  readonly fonts: Font[]
  /** The code points that a family has a glyph for, in either weight. */
  readonly coverage: Readonly<Record<CardFontFamily, ReadonlySet<number>>>
}

/**
 * The order in which a region's text looks for a glyph. The first family has the region's own forms of Han characters
 * (a code point of Han looks different in Taiwan and Japan); the others serve names from elsewhere. Each has Latin.
 */
export const CARD_FONT_ORDER: Readonly<Record<Region, readonly CardFontFamily[]>> = {
  tw: ['tc-chinese-traditional', 'jp-latin-ext', 'jp-japanese', 'kr-korean'],
  jp: ['jp-japanese', 'jp-latin-ext', 'tc-chinese-traditional', 'kr-korean'],
  en: ['jp-japanese', 'jp-latin-ext', 'tc-chinese-traditional', 'kr-korean'],
  kr: ['kr-korean', 'jp-latin-ext', 'jp-japanese', 'tc-chinese-traditional'],
}

const FOLDER = join(import.meta.dirname, '../../../../../assets/fonts')

let loaded: CardFonts | undefined

/** Reads the fonts at the first call, and keeps them. Throws when a file of them is not there. */
export function cardFonts(): CardFonts {
  return (loaded ??= load())
}

function load(): CardFonts {
  const coverage: Partial<Record<CardFontFamily, ReadonlySet<number>>> = {}
  const fonts = CARD_FONT_ORDER.jp.flatMap((name) =>
    ([400, 700] as const).map((weight): Font => {
      const data = readFileSync(join(FOLDER, `noto-sans-${name}-${weight}-normal.woff2`))
      const covered = readFontCoverage(data)
      coverage[name] = coverage[name]?.intersection(covered) ?? covered
      return { name, weight, style: 'normal', data }
    }),
  )
  return { fonts, coverage: coverage as CardFonts['coverage'] }
}
