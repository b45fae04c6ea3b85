import type { ComparedRun, ChartSpec } from '../chart-spec.ts'
import { widthOf } from '../../../platform/fonts/font-coverage.ts'
import { CHART_LABELS } from './chart-labels.ts'
import { RUN_DASHES, dashOf } from './draw-lines.ts'
import { addLabel, formatPixels, strokePath, type Drawing } from './drawing.ts'

/**
 * Draws the legend: the dash pattern of each compared run, and the meaning of the prediction bands
 * or why there are none.
 */
export function drawLegend(drawing: Drawing): void {
  const { spec, frame, colors, shapes } = drawing
  const { base } = frame
  const { compared = [], width } = spec
  const y = base * 5.25
  const size = base * 0.9
  const all = width - 2 * base
  const prediction = predictionText(spec, drawing)
  // The names of runs share the width beside the prediction text.
  const predictionWidth = Math.min(
    widthOf(prediction ?? '') * size,
    compared.length > 0 ? all / 2 : all,
  )
  const share = (all - predictionWidth) / Math.max(1, compared.length)
  let x = base
  for (const [at, run] of compared.entries()) {
    const dash = dashOf(RUN_DASHES[at + 1] ?? '', base / 7)
    const mark = `M${formatPixels(x)} ${formatPixels(y)}h${formatPixels(base * 2)}`
    shapes.push(strokePath(mark, colors.inkSoft, base / 7, ` stroke-dasharray="${dash}"`))
    const text = nameOf(run, drawing)
    const maxWidth = Math.max(share - base * 3.6, base * 3)
    addLabel(drawing, text, { x: x + base * 2.4, y, anchor: 'start', size, maxWidth })
    x += base * 3.6 + Math.min(maxWidth, widthOf(text) * size)
  }
  if (prediction !== undefined) {
    addLabel(drawing, prediction, { x, y, anchor: 'start', size, maxWidth: width - base - x })
  }
}

function nameOf({ region, id, name, startsAtMs }: ComparedRun, { spec, formats }: Drawing): string {
  const { boards } = CHART_LABELS[spec.language]
  return `${name === '' ? boards.event(id) : name} (${region.toUpperCase()}, ${formats.dateTime(startsAtMs)})`
}

function predictionText(
  { prediction, language }: ChartSpec,
  { formats }: Drawing,
): string | undefined {
  if (prediction === undefined) return undefined
  const { bands, isTooEarly, medianError } = prediction
  const labels = CHART_LABELS[language].prediction
  if (bands.length === 0) return isTooEarly ? labels.tooEarly : labels.none
  return medianError === undefined
    ? labels.bands
    : `${labels.bands} · ${labels.offBy(formats.percent(medianError))}`
}
