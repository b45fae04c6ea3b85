import type { ComparedRun, ChartSpec } from '../chart-spec.ts'
import { widthOf } from '../../../platform/fonts/font-coverage.ts'
import { CHART_LABELS } from './chart-labels.ts'
import { RUN_DASHES, dashOf } from './draw-lines.ts'
import { addLabel, round, stroke, type Drawing } from './drawing.ts'

/** Adds which dash is which run, and what the bands of a prediction are or why there are none. */
export function drawLegend(drawing: Drawing): void {
  const { spec, frame, colors, shapes } = drawing
  const { base } = frame
  const { compared = [], width } = spec
  const y = base * 5.25
  const size = base * 0.9
  const all = width - 2 * base
  const about = predictionText(spec, drawing)
  // The names of runs share what the prediction leaves.
  const aboutWidth = Math.min(widthOf(about ?? '') * size, compared.length > 0 ? all / 2 : all)
  const share = (all - aboutWidth) / Math.max(1, compared.length)
  let x = base
  for (const [at, run] of compared.entries()) {
    const dash = dashOf(RUN_DASHES[at + 1] ?? '', base / 7)
    const mark = `M${round(x)} ${round(y)}h${round(base * 2)}`
    shapes.push(stroke(mark, colors.inkSoft, base / 7, ` stroke-dasharray="${dash}"`))
    const text = nameOf(run, drawing)
    const maxWidth = Math.max(share - base * 3.6, base * 3)
    addLabel(drawing, text, { x: x + base * 2.4, y, anchor: 'start', size, maxWidth })
    x += base * 3.6 + Math.min(maxWidth, widthOf(text) * size)
  }
  if (about !== undefined) {
    addLabel(drawing, about, { x, y, anchor: 'start', size, maxWidth: width - base - x })
  }
}

function nameOf({ region, id, name, startsAtMs }: ComparedRun, { spec, formats }: Drawing): string {
  const { boards } = CHART_LABELS[spec.language]
  return `${name === '' ? boards.event(id) : name} (${region.toUpperCase()}, ${formats.moment(startsAtMs)})`
}

function predictionText(
  { prediction, language }: ChartSpec,
  { formats }: Drawing,
): string | undefined {
  if (prediction === undefined) return undefined
  const { bands, isTooEarly, medianError } = prediction
  const words = CHART_LABELS[language].prediction
  if (bands.length === 0) return isTooEarly ? words.tooEarly : words.none
  return medianError === undefined
    ? words.bands
    : `${words.bands} · ${words.offBy(formats.share(medianError))}`
}
