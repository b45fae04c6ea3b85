import { widthOf } from '../../../platform/fonts/font-coverage.ts'
import type { ChartSpec } from '../chart-spec.ts'
import { CHART_COLORS } from './chart-colors.ts'
import { chartFormats } from './chart-formats.ts'
import { chartFrame, type ChartFrame } from './chart-frame.ts'
import { CHART_LABELS } from './chart-labels.ts'
import { drawBands } from './draw-bands.ts'
import { drawDays } from './draw-days.ts'
import { drawLegend } from './draw-legend.ts'
import { drawLines } from './draw-lines.ts'
import { addLabel, formatPixels, strokePath, type Drawing } from './drawing.ts'
import { layOutText } from './text-layout.ts'

/** Renders a chart as SVG, with text as outlines, so that viewers need no fonts. */
export async function chartImage(spec: ChartSpec): Promise<string> {
  const { width, height } = spec
  const colors = CHART_COLORS[spec.theme]
  const formats = chartFormats(spec)
  const frame = chartFrame(spec, formats)
  const drawing: Drawing = { spec, formats, frame, colors, shapes: [], labels: [] }
  drawDays(drawing)
  drawGaps(drawing)
  drawValueAxis(drawing)
  drawTimeAxis(drawing)
  drawBands(drawing)
  drawLines(drawing)
  drawLegend(drawing)
  drawHeader(drawing)
  drawFooter(drawing)

  const layer = await layOutText(drawing.labels, { width, height })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">` +
    `<title>${escape(titleOf(spec))}</title>` +
    `<rect width="${width}" height="${height}" fill="${colors.paper}"/>` +
    `<g ${scaleOf(spec, frame)}>${drawing.shapes.join('')}</g>${layer}</svg>`
  )
}

function drawGaps({ spec, frame, colors, shapes }: Drawing): void {
  const { top, bottom } = frame
  for (const { fromMs, untilMs } of spec.gaps) {
    const x = frame.x(fromMs)
    const wide = Math.max(1, frame.x(untilMs) - x)
    shapes.push(
      `<rect class="gap" x="${formatPixels(x)}" y="${formatPixels(top)}" width="${formatPixels(wide)}" height="${formatPixels(bottom - top)}" fill="${colors.gap}" fill-opacity="0.22"/>`,
    )
  }
}

function drawValueAxis(drawing: Drawing): void {
  const { frame, colors, shapes } = drawing
  const { left, right, base } = frame
  for (const [index, value] of frame.values.values.entries()) {
    const y = frame.y(value)
    shapes.push(
      strokePath(
        `M${formatPixels(left)} ${formatPixels(y)}H${formatPixels(right)}`,
        colors.grid,
        base / 16,
      ),
    )
    addLabel(drawing, frame.valueTexts[index] ?? '', { x: left - base * 0.5, y, anchor: 'end' })
  }
}

function drawTimeAxis(drawing: Drawing): void {
  const { spec, formats, frame, colors, shapes } = drawing
  const { bottom, base } = frame
  const tickTexts = formats.ticks(frame.times)
  for (const [index, atMs] of frame.times.atMs.entries()) {
    const x = frame.x(atMs)
    shapes.push(
      strokePath(
        `M${formatPixels(x)} ${formatPixels(bottom)}v${formatPixels(base * 0.35)}`,
        colors.inkSoft,
        base / 16,
      ),
    )
    const text = tickTexts[index] ?? ''
    // The first label may be a whole date. Without value labels it would exceed the left edge.
    const half = (widthOf(text) * base) / 2 + base * 0.5
    addLabel(drawing, text, {
      x: Math.min(Math.max(x, half), spec.width - half),
      y: bottom + base * 1.05,
      anchor: 'middle',
    })
  }
}

/** Draws the name of the service, the time zone, and the legend of gaps. */
function drawFooter(drawing: Drawing): void {
  const { spec, formats, frame, colors, shapes } = drawing
  const { width, height } = spec
  const { base } = frame
  const labels = CHART_LABELS[spec.language]
  const y = height - base * 1.1
  addLabel(drawing, 'Backline', { bold: true, x: width - base, y, anchor: 'end' })
  const room = width - base * 2 - base * 6
  const gapWidth = spec.gaps.length === 0 ? 0 : room * 0.36
  const maxWidth = room - gapWidth
  const fits = widthOf(labels.times(formats.zone)) * base * 0.8 <= maxWidth
  const zone = labels.times(fits ? formats.zone : formats.shortZone)
  addLabel(drawing, zone, { x: base, y, anchor: 'start', maxWidth })
  if (gapWidth === 0) return
  const x = width - base * 7 - gapWidth + base
  shapes.push(
    `<rect x="${formatPixels(x)}" y="${formatPixels(y - base * 0.5)}" width="${formatPixels(base)}" height="${formatPixels(base)}" fill="${colors.gap}" fill-opacity="0.4"/>`,
  )
  addLabel(drawing, labels.gap, {
    x: x + base * 1.4,
    y,
    anchor: 'start',
    maxWidth: gapWidth - base * 2,
  })
}

/**
 * Returns attributes with the scale of the axes, so that programs can read values from the chart.
 */
function scaleOf({ fromMs, untilMs }: ChartSpec, frame: ChartFrame): string {
  const { left, right, bottom, top, values } = frame
  const pair = (one: number, other: number) => `${one} ${other}`
  return (
    `data-x="${pair(left, right)}" data-time="${pair(fromMs, untilMs)}" ` +
    `data-y="${pair(bottom, top)}" data-points="${pair(values.from, values.until)}"`
  )
}

/** Draws the title, the region, the state and the time of the newest snapshot. */
function drawHeader(drawing: Drawing): void {
  const { spec, formats, frame, colors } = drawing
  const { language, subject, region, width, lastMs, isFinal } = spec
  const { base } = frame
  const { dateTime } = formats
  const labels = CHART_LABELS[language]
  const room = { x: base, anchor: 'start', maxWidth: width - 2 * base } as const
  addLabel(drawing, titleOf(spec), {
    language: subject.name === '' ? language : subject.language,
    ...room,
    y: base * 1.75,
    size: base * 1.65,
    bold: true,
    color: colors.ink,
  })
  const { state, startsAtMs, endsAtMs } = subject
  const facts = [
    region.toUpperCase(),
    state && labels.states[state](dateTime(state === 'coming' ? startsAtMs : endsAtMs)),
    lastMs !== undefined && (isFinal ? labels.finalResult : labels.lastRead)(dateTime(lastMs)),
  ].filter((fact) => typeof fact === 'string')
  addLabel(drawing, facts.join('  ·  '), { ...room, y: base * 3.55 })
}

function titleOf({ subject: { kind, id, name }, language }: ChartSpec): string {
  return name === '' ? CHART_LABELS[language].boards[kind](id) : name
}

function escape(text: string): string {
  const plain = text.toWellFormed().replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
