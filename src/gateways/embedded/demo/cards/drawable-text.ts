import type { Region } from '../../../../domain/region.ts'
import { drawableWith } from '../../../../lettering/drawable-with.ts'
import { CARD_FONT_ORDER, cardFonts } from './card-fonts.ts'

/** More characters than fit on a card at its smallest size. */
const MOST = 64

/** What of a text can be drawn on a card with the region's fonts, in one line. */
export function drawableText(region: Region, text: string): string {
  const { coverage } = cardFonts()
  return drawableWith(
    CARD_FONT_ORDER[region].map((family) => coverage[family]),
    text,
    MOST,
  )
}
