import type uPlot from 'uplot'
import type { CurveGap } from './curve-props.ts'

/** Between two strokes of the hatch, in CSS pixels. */
const HATCH_PX = 7
/** A gap is never drawn narrower than this, or a short one in a long run could not be seen. */
const WIDTH_PX_MIN = 3

/**
 * Draws gaps as hatched bands under the lines. One that lasts reaches `untilMs`, which is now where the axis is one of time: what
 * is still to come is not missing.
 */
export function drawGaps(
  plot: uPlot,
  gaps: readonly CurveGap[],
  { colour, untilMs }: { readonly colour: string; readonly untilMs: number },
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
    ctx.fillStyle = colour
    ctx.globalAlpha = 0.14
    ctx.fillRect(from, top, wide, height)
    ctx.globalAlpha = 0.7
    ctx.strokeStyle = colour
    ctx.lineWidth = scale
    ctx.beginPath()
    // The strokes hang on the plot and not on the band, so that they stand still when the band grows.
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
