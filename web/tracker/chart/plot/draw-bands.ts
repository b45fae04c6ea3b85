import type uPlot from 'uplot'
import type { ChartBand, ChartLine } from '../chart-props.ts'

/** Opacity of what contains nine of ten results, half of them, and half in past predictions. */
const OUTER = 0.16
const INNER = 0.24
const PAST = 0.13

/**
 * Draws where lines are predicted to end, in their colors: a fan from the newest snapshot to the
 * intervals at the end, with a dot at the value; and what was predicted before, as a band over the
 * times of those predictions, which narrows as the end comes closer.
 */
export function drawBands(
  plot: uPlot,
  bands: readonly ChartBand[],
  {
    lines,
    colorOf,
  }: {
    readonly lines: readonly ChartLine[]
    readonly colorOf: (line: ChartLine) => string
  },
): void {
  const { ctx, bbox } = plot
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  for (const band of bands) {
    const line = lines.find(({ key }) => key === band.key)
    if (line === undefined) continue
    ctx.fillStyle = colorOf(line)
    ctx.strokeStyle = colorOf(line)
    drawPast(plot, band)
    drawFan(plot, band, band.outer, OUTER)
    drawFan(plot, band, band.inner, INNER)
    drawEnd(plot, band)
  }
  ctx.restore()
}

/**
 * Returns the greatest points that bands have at or before a time, so that the axis can include
 * them; 0 if none has begun.
 */
export function topOf(bands: readonly ChartBand[], untilMs: number): number {
  const tops = bands.map((band) => {
    const part = (untilMs - band.fromMs) / (band.untilMs - band.fromMs)
    if (!(part > 0)) return 0
    return band.fromPoints + Math.min(1, part) * (band.outer[1] - band.fromPoints)
  })
  return Math.max(0, ...tops)
}

function drawFan(
  plot: uPlot,
  { fromMs, fromPoints, untilMs }: ChartBand,
  [low, high]: readonly [number, number],
  opacity: number,
): void {
  fill(
    plot,
    [
      [fromMs, fromPoints],
      [untilMs, high],
      [untilMs, low],
    ],
    opacity,
  )
}

function drawPast(plot: uPlot, { past }: ChartBand): void {
  if (past.length < 2) return
  const { ctx } = plot
  const highs = past.map(({ atMs, inner }) => [atMs, inner[1]] as const)
  const lows = past.map(({ atMs, inner }) => [atMs, inner[0]] as const)
  fill(plot, [...highs, ...lows.toReversed()], PAST)
  ctx.beginPath()
  for (const { atMs, value } of past) ctx.lineTo(...positionOf(plot, [atMs, value]))
  ctx.globalAlpha = 0.75
  ctx.lineWidth = 1.25 * devicePixelRatio
  ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio])
  ctx.stroke()
  ctx.setLineDash([])
}

/** Draws a dot at the value, and a bar along the interval of half of the results. */
function drawEnd(plot: uPlot, { untilMs, value, inner }: ChartBand): void {
  const { ctx, bbox } = plot
  const scale = devicePixelRatio
  const [x, y] = positionOf(plot, [untilMs, value])
  if (x > bbox.left + bbox.width + 1) return
  const [, low] = positionOf(plot, [untilMs, inner[0]])
  const [, high] = positionOf(plot, [untilMs, inner[1]])
  ctx.globalAlpha = 1
  ctx.fillRect(x - 3 * scale, high, 3 * scale, Math.max(1, low - high))
  ctx.beginPath()
  ctx.arc(x - 3 * scale, y, 3.5 * scale, 0, 2 * Math.PI)
  ctx.fill()
}

type Place = readonly [atMs: number, points: number]

function fill(plot: uPlot, places: readonly Place[], opacity: number): void {
  const { ctx } = plot
  ctx.globalAlpha = opacity
  ctx.beginPath()
  for (const place of places) ctx.lineTo(...positionOf(plot, place))
  ctx.closePath()
  ctx.fill()
}

/** Returns a position on the canvas. A logarithmic axis has no place for 0. */
function positionOf(plot: uPlot, [atMs, points]: Place): readonly [number, number] {
  return [plot.valToPos(atMs, 'x', true), plot.valToPos(Math.max(1, points), 'y', true)]
}
