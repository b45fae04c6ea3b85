import { rankColor } from '../rank-color.ts'
import { bandsWithin } from './bands-within.ts'
import { round, type Drawing } from './drawing.ts'

/** Opacity of what contains nine of ten results, and half of them. */
const OUTER = 0.16
const INNER = 0.24

/**
 * Draws where ranks are predicted to end: a fan from the newest snapshot to the intervals at the
 * end, in the color of the rank, with a dot at the value.
 */
export function drawBands({ spec, frame, colors, shapes }: Drawing): void {
  const { x, y, base } = frame
  for (const { rank, from, end, inner, outer } of bandsWithin(spec)) {
    const color = colors.curves[rankColor(rank)] ?? colors.ink
    const place = (atMs: number, points: number) => `${round(x(atMs))} ${round(y(points))}`
    const fan = ([low, high]: readonly [number, number], opacity: number, name: string) =>
      `<path class="${name}" data-band="${rank}" d="M${place(...from)}L${place(end[0], high)}L${place(end[0], low)}Z" fill="${color}" fill-opacity="${opacity}"/>`
    shapes.push(fan(outer, OUTER, 'band90'), fan(inner, INNER, 'band50'))
    shapes.push(
      `<circle class="end" data-end="${rank}" cx="${round(x(end[0]))}" cy="${round(y(end[1]))}" r="${round(base / 4)}" fill="${color}"/>`,
    )
  }
}
