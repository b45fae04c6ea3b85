import type uPlot from 'uplot'
import type { ChartColors } from './chart-colors.ts'
import type { ChartDays } from '../chart-props.ts'

/** Draws nights as bands and daily resets as lines, below everything else. */
export function drawDays(
  plot: uPlot,
  { nights, resets }: ChartDays,
  { night, grid }: Pick<ChartColors, 'night' | 'grid'>,
): void {
  const { ctx } = plot
  const { left, top, width, height } = plot.bbox
  ctx.save()
  ctx.beginPath()
  ctx.rect(left, top, width, height)
  ctx.clip()
  ctx.fillStyle = night
  for (const { fromMs, untilMs } of nights) {
    const from = plot.valToPos(fromMs, 'x', true)
    ctx.fillRect(from, top, plot.valToPos(untilMs, 'x', true) - from, height)
  }
  ctx.fillStyle = grid
  for (const atMs of resets) {
    ctx.fillRect(Math.round(plot.valToPos(atMs, 'x', true)), top, devicePixelRatio, height)
  }
  ctx.restore()
}
