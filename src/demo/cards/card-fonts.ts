import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Font } from 'satori'
import type { Region } from '../../game/region.ts'
import { FONT_FOLDER, type FontFamily } from '../../platform/fonts/bundled-coverage.ts'

/**
 * The order in which a region's text looks up a glyph. The first family has the region's forms of
 * Han characters (a code point of Han looks different in Taiwan and Japan); the others serve
 * foreign names. Each has Latin.
 */
export const CARD_FONT_ORDER: Readonly<Record<Region, readonly FontFamily[]>> = {
  tw: ['tc-chinese-traditional', 'jp-latin-ext', 'jp-japanese', 'kr-korean'],
  jp: ['jp-japanese', 'jp-latin-ext', 'tc-chinese-traditional', 'kr-korean'],
  en: ['jp-japanese', 'jp-latin-ext', 'tc-chinese-traditional', 'kr-korean'],
  kr: ['kr-korean', 'jp-latin-ext', 'jp-japanese', 'tc-chinese-traditional'],
}

let loaded: Font[] | undefined

/**
 * Returns every family in both weights, read on the first call. Always the same array, because the
 * engine caches parsed fonts by its identity. Throws if a font file is missing.
 */
export function cardFonts(): Font[] {
  return (loaded ??= CARD_FONT_ORDER.jp.flatMap((name) =>
    ([400, 700] as const).map((weight): Font => {
      const data = readFileSync(join(FONT_FOLDER, `noto-sans-${name}-${weight}-normal.woff2`))
      return { name, weight, style: 'normal', data }
    }),
  ))
}
