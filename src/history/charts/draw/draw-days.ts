import { dayMarks } from '../day-marks.ts'
import { formatPixels, strokePath, type Drawing } from './drawing.ts'

/**
 * Draws the nights of the region as bands and its daily resets as lines. A comparison shows those
 * of the run of the chart.
 */
export function drawDays({ spec, frame, colors, shapes }: Drawing): void {
  const { region, subject, fromMs, untilMs } = spec
  const startMs = spec.compared === undefined ? 0 : subject.startsAtMs
  const { nights, resets } = dayMarks(region, {
    fromMs: fromMs + startMs,
    untilMs: untilMs + startMs,
  })
  const { top, bottom } = frame
  for (const night of nights) {
    const from = frame.x(Math.max(fromMs, night.fromMs - startMs))
    const until = frame.x(Math.min(untilMs, night.untilMs - startMs))
    shapes.push(
      `<rect class="night" x="${formatPixels(from)}" y="${formatPixels(top)}" width="${formatPixels(until - from)}" height="${formatPixels(bottom - top)}" fill="${colors.night}"/>`,
    )
  }
  for (const atMs of resets) {
    const x = frame.x(atMs - startMs)
    shapes.push(
      strokePath(
        `M${formatPixels(x)} ${formatPixels(top)}V${formatPixels(bottom)}`,
        colors.grid,
        frame.base / 16,
      ),
    )
  }
}
