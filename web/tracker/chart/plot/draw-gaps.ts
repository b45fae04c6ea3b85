import type uPlot from 'uplot'
import type { ChartGap } from '../chart-props.ts'

/** Distance between two strokes of the hatch, in CSS pixels. */
const HATCH_PX = 7
/** Minimum width of a gap in CSS pixels, so that a short one stays visible. */
const WIDTH_PX_MIN = 3

/**
 * Draws gaps as hatched bands under the lines. An open gap extends to `untilMs`, which is now on a
 * time axis.
 */
export function drawGaps(
  plot: uPlot,
  gaps: readonly ChartGap[],
  { color, untilMs }: { readonly color: string; readonly untilMs: number },
): void {
  const { ctx } = plot
  const { left, top, width, height } = plot.bbox
  const scale = devicePixelRatio
  ctx.save()
  ctx.beginPath()
  ctx.rect(left, top, width, height)
  ctx.clip()
  for (const gap of gaps) {
    const from = plot.valToPos(gap.fromMs, 'x', true)
    const until = plot.valToPos(gap.untilMs ?? Math.max(untilMs, gap.fromMs), 'x', true)
    const wide = Math.max(until - from, WIDTH_PX_MIN * scale)
    if (from > left + width || from + wide < left) continue
    ctx.save()
    ctx.beginPath()
    ctx.rect(from, top, wide, height)
    ctx.clip()
    ctx.fillStyle = color
    ctx.globalAlpha = 0.14
    ctx.fillRect(from, top, wide, height)
    ctx.globalAlpha = 0.7
    ctx.strokeStyle = color
    ctx.lineWidth = scale
    ctx.beginPath()
    // Align the strokes with the plot, so that they do not move when the band grows.
    const first = Math.max(left, Math.floor(from)) - height
    const step = HATCH_PX * scale
    for (
      let x = first - ((first - left) % step) - step;
      x < from + wide && x < left + width;
      x += step
    ) {
      ctx.moveTo(x, top + height)
      ctx.lineTo(x + height, top)
    }
    ctx.stroke()
    ctx.restore()
  }
  ctx.restore()
}
