import type uPlot from 'uplot'
import { spreadLabels } from '../../../../src/history/charts/draw/spread-labels.ts'
import type { ChartBand, ChartLine } from '../chart-props.ts'

/** Font size of the endings, in CSS pixels. */
const SIZE_PX = 12

/** Distance between two endings, in CSS pixels. */
const STEP_PX = 15

/**
 * Draws the short name of each line right of its last visible value, or right of its predicted end
 * where that is visible. Names do not overlap.
 */
export function drawEndings(
  plot: uPlot,
  lines: readonly ChartLine[],
  {
    bands,
    colorOf,
    font,
  }: {
    readonly bands: readonly ChartBand[]
    readonly colorOf: (line: ChartLine) => string
    readonly font: string
  },
): void {
  const { ctx, bbox } = plot
  const scale = devicePixelRatio
  const ends = lines.flatMap((line, at) => {
    const band = bands.find(({ key }) => key === line.key)
    const last = visibleEnd(plot, band) ?? lastVisible(plot, at + 1)
    if (line.ending === undefined || last === undefined) return []
    const [x, y] = [plot.valToPos(last.time, 'x', true), plot.valToPos(last.value, 'y', true)]
    return [{ line, text: line.ending, x: Math.min(x, bbox.left + bbox.width), y }]
  })
  const spread = spreadLabels(
    ends.map(({ y }) => y),
    {
      gap: STEP_PX * scale,
      top: bbox.top + (SIZE_PX / 2) * scale,
      bottom: bbox.top + bbox.height - (SIZE_PX / 2) * scale,
    },
  )
  ctx.save()
  ctx.font = `600 ${String(SIZE_PX * scale)}px ${font}`
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  for (const [at, { line, text, x }] of ends.entries()) {
    ctx.fillStyle = colorOf(line)
    ctx.fillText(text, x + 6 * scale, spread[at] ?? 0)
  }
  ctx.restore()
}

/** Returns the width that the endings need, in CSS pixels. */
export function endingsWidth(lines: readonly ChartLine[]): number {
  // CJK characters are as wide as the font size, digits about half of it.
  const widthOf = (text: string) =>
    Array.from(text).reduce((sum, one) => sum + (one > '\u2E80' ? SIZE_PX : SIZE_PX * 0.64), 0)
  const widest = Math.max(0, ...lines.map(({ ending }) => widthOf(ending ?? '')))
  return widest === 0 ? 16 : Math.ceil(widest) + 12
}

interface Place {
  readonly time: number
  readonly value: number
}

function visibleEnd(plot: uPlot, band: ChartBand | undefined): Place | undefined {
  if (band === undefined || band.untilMs > (plot.scales['x']?.max ?? Infinity)) return undefined
  return { time: band.untilMs, value: band.value }
}

function lastVisible(plot: uPlot, series: number): Place | undefined {
  const times = plot.data[0]
  const column = plot.data[series] ?? []
  const { min = -Infinity, max = Infinity } = plot.scales['x'] ?? {}
  for (let at = times.length - 1; at >= 0; at -= 1) {
    const [time = 0, value] = [times[at], column[at]]
    if (time > (max ?? Infinity)) continue
    if (time < (min ?? -Infinity)) return undefined
    if (value !== null && value !== undefined) return { time, value }
  }
  return undefined
}
