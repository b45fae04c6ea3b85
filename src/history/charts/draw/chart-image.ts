import { widthOf } from '../../../platform/fonts/font-coverage.ts'
import type { ChartLine, ChartSpec } from '../chart-spec.ts'
import { CHART_COLORS } from './chart-colors.ts'
import { chartFormats } from './chart-formats.ts'
import { REGION_LANGUAGES } from './chart-fonts.ts'
import { chartFrame, type ChartFrame } from './chart-frame.ts'
import { CHART_LABELS } from './chart-labels.ts'
import { layOutText, type ChartLabel } from './text-layout.ts'
import { rankName } from './rank-name.ts'
import { spreadLabels } from './spread-labels.ts'

/** Dash patterns that distinguish lines beyond the number of colors. */
const DASHES = ['', '3 1.5', '1 1.5']

/** Renders a chart as SVG, with text as outlines, so that no font is needed to show it. */
export async function chartImage(spec: ChartSpec): Promise<string> {
  const { width, height, language } = spec
  const colors = CHART_COLORS[spec.theme]
  const words = CHART_LABELS[language]
  const formats = chartFormats(spec)
  const frame = chartFrame(spec, formats)
  const { left, right, top, bottom, base } = frame
  const shapes: string[] = []
  const labels: ChartLabel[] = []
  const label = (text: string, rest: Omit<ChartLabel, 'text' | 'language'>) =>
    labels.push({ text, language, ...rest })
  const soft = { size: base, color: colors.inkSoft }

  for (const { fromMs, untilMs } of spec.gaps) {
    const x = frame.x(fromMs)
    const wide = Math.max(1, frame.x(untilMs) - x)
    shapes.push(
      `<rect class="gap" x="${round(x)}" y="${round(top)}" width="${round(wide)}" height="${round(bottom - top)}" fill="${colors.gap}" fill-opacity="0.22"/>`,
    )
  }
  for (const [index, value] of frame.values.values.entries()) {
    const y = frame.y(value)
    shapes.push(stroke(`M${round(left)} ${round(y)}H${round(right)}`, colors.grid, base / 16))
    label(frame.valueTexts[index] ?? '', { ...soft, x: left - base * 0.5, y, anchor: 'end' })
  }
  const tickTexts = formats.ticks(frame.times)
  for (const [index, atMs] of frame.times.atMs.entries()) {
    const x = frame.x(atMs)
    shapes.push(
      stroke(`M${round(x)} ${round(bottom)}v${round(base * 0.35)}`, colors.inkSoft, base / 16),
    )
    const text = tickTexts[index] ?? ''
    // The first label may be a whole date; without value labels there is little room before it.
    const half = (widthOf(text) * base) / 2 + base * 0.5
    label(text, {
      ...soft,
      x: Math.min(Math.max(x, half), width - half),
      y: bottom + base * 1.05,
      anchor: 'middle',
    })
  }
  for (const [index, line] of spec.lines.entries()) {
    if (line.parts.length > 0) shapes.push(drawLine(line, index, frame, colors.curves))
  }
  if (spec.lines.every(({ parts }) => parts.length === 0)) {
    const middle = { x: (left + right) / 2, y: (top + bottom) / 2, anchor: 'middle' } as const
    label(words.noData, { ...soft, ...middle, maxWidth: right - left, color: colors.ink })
  } else {
    drawEnds(spec, frame, {
      shapes,
      label,
      curves: colors.curves,
      soft: colors.inkSoft,
      ink: colors.ink,
    })
  }
  head(spec, frame, labels)
  foot()

  const layer = await layOutText(labels, { width, height })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">` +
    `<title>${escape(titleOf(spec))}</title>` +
    `<rect width="${width}" height="${height}" fill="${colors.paper}"/>` +
    `<g ${scaleOf(spec, frame)}>${shapes.join('')}</g>${layer}</svg>`
  )

  function foot(): void {
    const y = height - base * 1.1
    label('Backline', { ...soft, bold: true, x: width - base, y, anchor: 'end' })
    const room = width - base * 2 - base * 6
    const gapWidth = spec.gaps.length === 0 ? 0 : room * 0.36
    const maxWidth = room - gapWidth
    const fits = widthOf(words.times(formats.zone)) * base * 0.8 <= maxWidth
    const zone = words.times(fits ? formats.zone : formats.shortZone)
    label(zone, { ...soft, x: base, y, anchor: 'start', maxWidth })
    if (gapWidth === 0) return
    const x = width - base * 7 - gapWidth + base
    shapes.push(
      `<rect x="${round(x)}" y="${round(y - base * 0.5)}" width="${round(base)}" height="${round(base)}" fill="${colors.gap}" fill-opacity="0.4"/>`,
    )
    label(words.gap, {
      ...soft,
      x: x + base * 1.4,
      y,
      anchor: 'start',
      maxWidth: gapWidth - base * 2,
    })
  }
}

/** Returns attributes with the scale of the axes, so that programs can read values back. */
function scaleOf({ fromMs, untilMs }: ChartSpec, frame: ChartFrame): string {
  const { left, right, bottom, top, values } = frame
  const pair = (one: number, other: number) => `${one} ${other}`
  return (
    `data-x="${pair(left, right)}" data-time="${pair(fromMs, untilMs)}" ` +
    `data-y="${pair(bottom, top)}" data-points="${pair(values.from, values.until)}"`
  )
}

/** Adds name, region, state and time of the last poll. */
function head(spec: ChartSpec, { base }: ChartFrame, labels: ChartLabel[]): void {
  const { language, event, region, width, lastMs, isFinal } = spec
  const colors = CHART_COLORS[spec.theme]
  const words = CHART_LABELS[language]
  const { moment } = chartFormats(spec)
  const room = { x: base, anchor: 'start', maxWidth: width - 2 * base } as const
  labels.push({
    text: titleOf(spec),
    language: event.name === '' ? language : REGION_LANGUAGES[region],
    ...room,
    y: base * 1.75,
    size: base * 1.65,
    bold: true,
    color: colors.ink,
  })
  const { state } = event
  const facts = [
    region.toUpperCase(),
    state && words.states[state](moment(state === 'coming' ? event.startsAtMs : event.endsAtMs)),
    lastMs !== undefined && (isFinal ? words.finalResult : words.lastRead)(moment(lastMs)),
  ].filter((fact) => typeof fact === 'string')
  const text = facts.join('  ·  ')
  labels.push({ text, language, ...room, y: base * 3.55, size: base, color: colors.inkSoft })
}

function titleOf({ event, language }: ChartSpec): string {
  return event.name === '' ? CHART_LABELS[language].event(event.id) : event.name
}

/** Draws a line, broken between its parts. A part with one value is a dot. */
function drawLine(
  { rank, parts }: ChartLine,
  index: number,
  { x, y, base }: ChartFrame,
  curves: readonly string[],
): string {
  const path = parts
    .map((points) => {
      const [first = '', ...rest] = points.map(
        ([at, value]) => `${round(x(at))} ${round(y(value))}`,
      )
      return `M${first}${rest.length === 0 ? 'h0' : `L${rest.join(' ')}`}`
    })
    .join('')
  const thick = base / 7
  const dash = (DASHES[Math.floor(index / curves.length)] ?? '')
    .split(' ')
    .map((part) => (part === '' ? '' : round(Number(part) * thick * 2)))
    .join(' ')
  const more =
    ` class="line" data-rank="${rank}" stroke-linejoin="round" stroke-linecap="${dash === '' ? 'round' : 'butt'}"` +
    (dash === '' ? '' : ` stroke-dasharray="${dash}"`)
  return stroke(path, curves[index % curves.length] ?? '', thick, more)
}

/** Draws the newest value at the end of each line. */
function drawEnds(
  { lines, language }: ChartSpec,
  frame: ChartFrame,
  to: {
    readonly shapes: string[]
    readonly label: (text: string, rest: Omit<ChartLabel, 'text' | 'language'>) => void
    readonly curves: readonly string[]
    readonly soft: string
    readonly ink: string
  },
): void {
  const { base, right, top, bottom } = frame
  const size = frame.endSize
  const most = Math.max(1, Math.floor((bottom - top) / (size * 1.05)) + 1)
  const ends = lines
    .map((line, index) => ({ rank: line.rank, index, last: line.parts.at(-1)?.at(-1) }))
    .filter((_, index) => isShown(index, lines.length, most))
  const wanted = ends.map(({ last }) => (last === undefined ? bottom : frame.y(last[1])))
  const spread = spreadLabels(wanted, { gap: size * 1.15, top, bottom })
  for (const [at, { rank, index, last }] of ends.entries()) {
    const y = spread[at] ?? 0
    const color = to.curves[index % to.curves.length] ?? ''
    const edge = right + base * 0.9
    if (last !== undefined) {
      const start = `${round(frame.x(last[0]))} ${round(frame.y(last[1]))}`
      const path = `M${start}L${round(right + base * 0.2)} ${round(frame.y(last[1]))}L${round(edge - base * 0.15)} ${round(y)}`
      to.shapes.push(stroke(path, color, base / 10))
    }
    const name = rankName(rank, { lines, language })
    const text = `${name}  ${last === undefined ? '–' : frame.endText(last[1])}`
    to.label(text, {
      x: edge,
      y,
      anchor: 'start',
      size,
      bold: true,
      color: last === undefined ? to.soft : to.ink,
    })
  }
}

/**
 * Returns whether the line at `index` of `count` is among the at most `most` labeled ones: the
 * first, the last, and others evenly between.
 */
function isShown(index: number, count: number, most: number): boolean {
  if (count <= most) return true
  if (most === 1) return index === 0
  const at = (index * (most - 1)) / (count - 1)
  return Math.round((Math.round(at) * (count - 1)) / (most - 1)) === index
}

function stroke(path: string, color: string, width: number, more = ''): string {
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${round(width)}"${more}/>`
}

/** Rounds to a tenth of a pixel. */
function round(pixels: number): string {
  return String(Math.round(pixels * 10) / 10)
}

function escape(text: string): string {
  const plain = text.toWellFormed().replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
