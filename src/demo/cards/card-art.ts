import type { SeededRandom } from '../../platform/text/seeded-random.ts'
import type { CardColors } from './card-colors.ts'

/** The position of a picture, in pixels of the card. */
export interface ArtFrame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Draws one motif into a frame whose corner is at 0, 0. */
type Motif = (random: SeededRandom, colors: CardColors, frame: ArtFrame) => string

const MOTIFS: readonly Motif[] = [rings, waves, tiles, rays]

/** Returns an abstract picture as SVG, clipped to its frame with round corners. */
export function drawArt(random: SeededRandom, colors: CardColors, frame: ArtFrame): string {
  const { x, y, width, height } = frame
  const motif = random.pick(MOTIFS)(random, colors, frame)
  return (
    `<clipPath id="art"><rect width="${width}" height="${height}" rx="12"/></clipPath>` +
    `<g transform="translate(${x} ${y})" clip-path="url(#art)">` +
    `<rect width="${width}" height="${height}" fill="${colors.shapes[0]}"/>${motif}</g>`
  )
}

function rings(random: SeededRandom, { shapes }: CardColors, { width, height }: ArtFrame): string {
  const [x, y] = [random.integer(20, width - 20), random.integer(40, height - 40)]
  const step = random.integer(18, 30)
  const circles = [7, 6, 5, 4, 3, 2, 1].map(
    (ring) => `<circle cx="${x}" cy="${y}" r="${ring * step}" fill="${shapes[ring % 3]}"/>`,
  )
  return `${circles.join('')}<circle cx="${x}" cy="${y}" r="${step / 2}" fill="${shapes[3]}"/>`
}

function waves(random: SeededRandom, { shapes }: CardColors, { width, height }: ArtFrame): string {
  const disc = `<circle cx="${random.integer(30, width - 30)}" cy="${random.integer(40, 80)}" r="${random.integer(22, 34)}" fill="${shapes[3]}"/>`
  const bands = [0, 1, 2, 3].map((band) => {
    const [top, swing] = [height * (0.38 + band * 0.16), random.integer(12, 26)]
    const [left, middle] = [top + random.integer(-10, 10), width / 2]
    return (
      `<path d="M0 ${left} Q${middle / 2} ${top - swing} ${middle} ${top} T${width} ${top} V${height} H0 Z" ` +
      `fill="${shapes[band % 2 === 0 ? 1 : (band + 1) % 4]}" fill-opacity="${band === 3 ? 0.9 : 1}"/>`
    )
  })
  return disc + bands.join('')
}

function tiles(random: SeededRandom, { shapes }: CardColors, { width, height }: ArtFrame): string {
  const side = width / 3
  const parts: string[] = []
  for (let top = 0; top < height; top += side) {
    for (let left = 0; left < width - 1; left += side) {
      const fill = random.pick(shapes)
      const turn = random.integer(0, 3) * 90
      const shape = random.pick([
        `<path d="M0 0 H${side} A${side} ${side} 0 0 1 0 ${side} Z" fill="${fill}"/>`,
        `<path d="M0 0 H${side} L0 ${side} Z" fill="${fill}"/>`,
        `<circle cx="${side / 2}" cy="${side / 2}" r="${side * 0.34}" fill="${fill}"/>`,
      ])
      const turned = `rotate(${turn} ${side / 2} ${side / 2})`
      parts.push(`<g transform="translate(${left} ${top}) ${turned}">${shape}</g>`)
    }
  }
  return parts.join('')
}

function rays(random: SeededRandom, { shapes }: CardColors, { width, height }: ArtFrame): string {
  const [x, y] = [random.integer(30, width - 30), height - random.integer(30, 70)]
  const count = random.integer(9, 13)
  const wedges = Array.from({ length: count }, (_, ray) => {
    const [from, to] = [ray, ray + 0.5].map((turn) => (turn / count) * 2 * Math.PI)
    const point = (angle = 0) =>
      `${(x + 300 * Math.cos(angle)).toFixed(1)} ${(y + 300 * Math.sin(angle)).toFixed(1)}`
    return `<path d="M${x} ${y} L${point(from)} L${point(to)} Z" fill="${shapes[1]}"/>`
  })
  const [near, far] = [random.integer(20, 30), random.integer(40, 56)]
  return (
    `${wedges.join('')}<circle cx="${x}" cy="${y}" r="${far}" fill="${shapes[2]}"/>` +
    `<circle cx="${x}" cy="${y}" r="${near}" fill="${shapes[3]}"/>`
  )
}
