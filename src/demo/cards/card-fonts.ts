import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Font } from 'satori'
import type { Region } from '../../game/region.ts'
import { readFontCoverage } from '../../platform/fonts/parse-font-coverage.ts'

/** A family of the bundled fonts: the part after `noto-sans-` in its file names. */
export type CardFontFamily = 'tc-chinese-traditional' | 'jp-japanese' | 'kr-korean' | 'jp-latin-ext'

/** The bundled fonts, parsed for layout. */
export interface CardFonts {
  /**
   * Every family in both weights. Always the same array, because the engine caches parsed fonts by
   * its identity.
   */
  readonly fonts: Font[]
  /** The code points that a family has a glyph for, in either weight. */
  readonly coverage: Readonly<Record<CardFontFamily, ReadonlySet<number>>>
}

/**
 * The order in which a region's text looks up a glyph. The first family has the region's forms of
 * Han characters (a code point of Han looks different in Taiwan and Japan); the others serve
 * foreign names. Each has Latin.
 */
export const CARD_FONT_ORDER: Readonly<Record<Region, readonly CardFontFamily[]>> = {
  tw: ['tc-chinese-traditional', 'jp-latin-ext', 'jp-japanese', 'kr-korean'],
  jp: ['jp-japanese', 'jp-latin-ext', 'tc-chinese-traditional', 'kr-korean'],
  en: ['jp-japanese', 'jp-latin-ext', 'tc-chinese-traditional', 'kr-korean'],
  kr: ['kr-korean', 'jp-latin-ext', 'jp-japanese', 'tc-chinese-traditional'],
}

const FOLDER = join(import.meta.dirname, '../../../assets/fonts')

let loaded: CardFonts | undefined

/** Reads the fonts on the first call and caches them. Throws if a font file is missing. */
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
