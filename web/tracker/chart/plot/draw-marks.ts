import type uPlot from 'uplot'

/** Dash and space in CSS pixels. */
const DASH_PX = 3

/** Draws a dotted vertical line under the chart lines at each time, in the units of the axis. */
export function drawMarks(plot: uPlot, times: readonly number[], color: string): void {
  const { ctx } = plot
  const { left, top, width, height } = plot.bbox
  const scale = devicePixelRatio
  ctx.save()
  ctx.strokeStyle = color
  ctx.lineWidth = scale
  ctx.setLineDash([DASH_PX * scale, DASH_PX * scale])
  ctx.beginPath()
  for (const atMs of times) {
    const x = plot.valToPos(atMs, 'x', true)
    if (x < left || x > left + width) continue
    ctx.moveTo(x, top)
    ctx.lineTo(x, top + height)
  }
  ctx.stroke()
  ctx.restore()
}
