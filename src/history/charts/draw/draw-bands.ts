import { rankColor } from '../rank-color.ts'
import { bandsWithin } from './bands-within.ts'
import { formatPixels, type Drawing } from './drawing.ts'

/** Opacity of the 90 % and of the 50 % interval. */
const OUTER = 0.16
const INNER = 0.24

/**
 * Draws the prediction of each rank: a fan from the newest snapshot to the intervals at the end, in
 * the color of the rank, with a dot at the predicted value.
 */
export function drawBands({ spec, frame, colors, shapes }: Drawing): void {
  const { x, y, base } = frame
  for (const { rank, from, end, inner, outer } of bandsWithin(spec)) {
    const color = colors.curves[rankColor(rank)] ?? colors.ink
    const position = (atMs: number, points: number) =>
      `${formatPixels(x(atMs))} ${formatPixels(y(points))}`
    const fan = ([low, high]: readonly [number, number], opacity: number, name: string) =>
      `<path class="${name}" data-band="${rank}" d="M${position(...from)}L${position(end[0], high)}L${position(end[0], low)}Z" fill="${color}" fill-opacity="${opacity}"/>`
    shapes.push(fan(outer, OUTER, 'band90'), fan(inner, INNER, 'band50'))
    shapes.push(
      `<circle class="end" data-end="${rank}" cx="${formatPixels(x(end[0]))}" cy="${formatPixels(y(end[1]))}" r="${formatPixels(base / 4)}" fill="${color}"/>`,
    )
  }
}
