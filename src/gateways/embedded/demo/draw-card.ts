import sharp from 'sharp'
import type { SeededRandom } from './seeded-random.ts'

const WIDTH = 320
const HEIGHT = 180

/** How many cards are drawn at one time: more than sharp has threads, so that none of them waits for us. */
const AT_ONCE = 16

/** Makes the picture of one page of a profile card as SVG: shapes in one family of colours, no text. */
export function drawCard(random: SeededRandom): string {
  const hue = random.integer(0, 359)
  const shapes = Array.from({ length: 7 }, () => shape(random, hue))
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">` +
    `<rect width="100%" height="100%" fill="hsl(${hue},45%,22%)"/>${shapes.join('')}` +
    `<rect x="6" y="6" width="${WIDTH - 12}" height="${HEIGHT - 12}" rx="10" fill="none" ` +
    `stroke="hsl(${hue},70%,80%)" stroke-width="3"/></svg>`
  )
}

/** Turns pictures into PNG bytes, in the order given. The same picture gives the same bytes. */
export async function renderCards(pictures: readonly string[]): Promise<Uint8Array[]> {
  const images: Uint8Array[] = []
  for (let first = 0; first < pictures.length; first += AT_ONCE) {
    const some = pictures.slice(first, first + AT_ONCE)
    images.push(...(await Promise.all(some.map(renderCard))))
  }
  return images
}

function renderCard(picture: string): Promise<Uint8Array> {
  return sharp(Buffer.from(picture)).removeAlpha().png().toBuffer()
}

function shape(random: SeededRandom, hue: number): string {
  const [x, y] = [random.integer(0, WIDTH), random.integer(0, HEIGHT)]
  const size = random.integer(14, 70)
  const fill = `fill="hsl(${(hue + random.integer(-35, 35) + 360) % 360},60%,${random.integer(35, 75)}%)"`
  return random.integer(0, 1) === 0
    ? `<circle cx="${x}" cy="${y}" r="${size}" ${fill}/>`
    : `<rect x="${x}" y="${y}" width="${size * 2}" height="${size}" rx="8" ${fill}/>`
}
