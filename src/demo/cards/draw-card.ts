import satori from 'satori'
import sharp from 'sharp'
import { createSeededRandom } from '../../platform/text/seeded-random.ts'
import { drawArt } from './card-art.ts'
import { cardColors, type CardColors } from './card-colors.ts'
import type { CardContent } from './card-content.ts'
import { CARD_FONT_ORDER, cardFonts } from './card-fonts.ts'
import { ART_FRAME, CARD_SIZE, cardPage, type CardPage } from './card-pages.ts'

/** The content and page of one card. */
export interface CardSpec {
  readonly content: CardContent
  readonly page: CardPage
}

/** Draws PNG cards, in the order of `specs`. */
export type DrawCards = (specs: readonly CardSpec[]) => Promise<Uint8Array[]>

/**
 * Cards drawn concurrently: one is laid out on this thread while sharp's threads render the others.
 */
const CONCURRENT_MAX = 8

/** Draws cards. Rejects with the first error, for example a missing font. */
export async function drawCards(specs: readonly CardSpec[]): Promise<Uint8Array[]> {
  const images: Uint8Array[] = []
  for (let first = 0; first < specs.length; first += CONCURRENT_MAX) {
    images.push(...(await Promise.all(specs.slice(first, first + CONCURRENT_MAX).map(drawCard))))
  }
  return images
}

/** Draws one page of a profile card as PNG. Equal content gives equal bytes on the same machine. */
export async function drawCard({ content, page }: CardSpec): Promise<Uint8Array> {
  const picture = Buffer.from(await cardImage({ content, page }))
  // A palette would halve the file but double the time.
  return sharp(picture).removeAlpha().png().toBuffer()
}

/** Returns a page as SVG. Text is converted to outlines, so that rendering needs no font. */
export async function cardImage({ content, page }: CardSpec): Promise<string> {
  const random = createSeededRandom(content.artSeed, 'card')
  const colors = cardColors(random.integer(0, 359))
  const element = cardPage(content, page, colors)
  const fontFamily = CARD_FONT_ORDER[content.region].join(', ')
  const root = {
    ...element,
    props: { ...element.props, style: { ...element.props.style, fontFamily } },
  }
  // Without images and a loader for missing assets, satori makes no network request.
  const layer = await satori(root, { ...CARD_SIZE, fonts: cardFonts() })
  const { width, height } = CARD_SIZE
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="${width}" height="${height}" fill="${colors.ground}"/>` +
    `${page === 1 ? drawArt(random, colors, ART_FRAME) + pips(content.cardRank, colors) : ''}${layer}</svg>`
  )
}

/** Returns five diamonds at the bottom of the picture; as many are filled as the card has ranks. */
function pips(rank: number, { ground, accent, quietText }: CardColors): string {
  const { x, y, width, height } = ART_FRAME
  const [left, top] = [x + 15, y + height - 40]
  const diamonds = [0, 1, 2, 3, 4].map((at) => {
    const middle = left + 18 + at * 21
    return (
      `<path d="M${middle} ${top + 6} l9 9 l-9 9 l-9 -9 Z" stroke="${at < rank ? accent : quietText}" ` +
      `stroke-width="1.5" fill="${at < rank ? accent : 'none'}"/>`
    )
  })
  const strip = `<rect x="${left}" y="${top}" width="${width - 30}" height="30" rx="15" fill="${ground}"/>`
  return strip + diamonds.join('')
}
