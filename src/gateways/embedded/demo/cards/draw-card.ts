import satori from 'satori'
import sharp from 'sharp'
import { createSeededRandom } from '../seeded-random.ts'
import { drawArt } from './card-art.ts'
import { cardColours, type CardColours } from './card-colours.ts'
import type { CardContent } from './card-content.ts'
import { CARD_FONT_ORDER, cardFonts } from './card-fonts.ts'
import { ART_FRAME, CARD_SIZE, cardPage, type CardPage } from './card-pages.ts'

/** One picture to draw. */
export interface CardOrder {
  readonly content: CardContent
  readonly page: CardPage
}

/** Makes PNG pictures, in the order of what is ordered. */
export type DrawCards = (orders: readonly CardOrder[]) => Promise<Uint8Array[]>

/** How many pictures are made at one time: one is laid out here while the others are painted in sharp's threads. */
const AT_ONCE = 8

/** Draws cards. Rejects with what went wrong, a font that is not there for example. */
export async function drawCards(orders: readonly CardOrder[]): Promise<Uint8Array[]> {
  const images: Uint8Array[] = []
  for (let first = 0; first < orders.length; first += AT_ONCE) {
    images.push(...(await Promise.all(orders.slice(first, first + AT_ONCE).map(drawCard))))
  }
  return images
}

/** Draws one page of a profile card as PNG. The same content gives the same bytes, on one machine. */
export async function drawCard({ content, page }: CardOrder): Promise<Uint8Array> {
  const picture = Buffer.from(await cardPicture({ content, page }))
  // A palette would halve the file, and double the time.
  return sharp(picture).removeAlpha().png().toBuffer()
}

/** The picture of a page as SVG. Text is in it as outlines, so that what renders it needs no font. */
export async function cardPicture({ content, page }: CardOrder): Promise<string> {
  const random = createSeededRandom(content.look, 'card')
  const colours = cardColours(random.integer(0, 359))
  const element = cardPage(content, page, colours)
  const fontFamily = CARD_FONT_ORDER[content.region].join(', ')
  const root = {
    ...element,
    props: { ...element.props, style: { ...element.props.style, fontFamily } },
  }
  // No image and no way to load what is missing is given, so there is nothing to ask the network for.
  const layer = await satori(root, { ...CARD_SIZE, fonts: cardFonts().fonts })
  const { width, height } = CARD_SIZE
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="${width}" height="${height}" fill="${colours.ground}"/>` +
    `${page === 1 ? drawArt(random, colours, ART_FRAME) + pips(content.cardRank, colours) : ''}${layer}</svg>`
  )
}

/** Five diamonds at the foot of the picture, as many of them filled as the card has ranks. */
function pips(rank: number, { ground, accent, quietText }: CardColours): string {
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
