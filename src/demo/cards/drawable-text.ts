import type { Region } from '../../game/region.ts'
import { coveredText } from '../../platform/fonts/font-coverage.ts'
import { bundledCoverage } from '../../platform/fonts/bundled-coverage.ts'
import { CARD_FONT_ORDER } from './card-fonts.ts'

/** More characters than fit on a card at its smallest size. */
const CHARACTERS_MAX = 64

/** Reduces a text to one line that the region's fonts can draw on a card. */
export function drawableText(region: Region, text: string): string {
  return coveredText(CARD_FONT_ORDER[region].map(bundledCoverage), text, CHARACTERS_MAX)
}
