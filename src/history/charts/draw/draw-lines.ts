import type { ChartLine } from '../chart-spec.ts'
import { rankColor } from '../rank-color.ts'
import type { ChartFrame } from './chart-frame.ts'
import { bandsWithin } from './bands-within.ts'
import { CHART_LABELS } from './chart-labels.ts'
import { addLabel, formatPixels, strokePath, type Drawing } from './drawing.ts'
import { rankName } from './rank-name.ts'
import { spreadLabels } from './spread-labels.ts'

/** Dash patterns that distinguish ranks of equal color, in units of twice the line width. */
const DASHES = ['', '3 1.5', '1 1.5']

/** Dash patterns of the run of the chart and of up to three compared runs. */
export const RUN_DASHES = ['', '2.5 1.5', '0.8 1.2', '4 1.2 0.8 1.2']

/** Opacity of the lines of compared runs. */
const PALE = 0.68

/** Draws the lines and their newest values, or the label that there is no data. */
export function drawLines(drawing: Drawing): void {
  const { spec, frame, colors, shapes } = drawing
  const { left, right, top, bottom } = frame
  for (const [index, line] of spec.lines.entries()) {
    if (line.parts.length === 0) continue
    const color = rankColor(line.rank)
    const same = spec.lines
      .slice(0, index)
      .filter(({ rank, other }) => other === undefined && rankColor(rank) === color)
    const dash = (line.other === undefined ? DASHES[same.length] : RUN_DASHES[line.other]) ?? ''
    shapes.push(drawLine(line, { dash, color: colors.curves[color] ?? colors.ink }, frame))
  }
  if (spec.lines.some(({ parts }) => parts.length > 0)) return drawEnds(drawing)
  addLabel(drawing, CHART_LABELS[spec.language].noData, {
    color: colors.ink,
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    anchor: 'middle',
    maxWidth: right - left,
  })
}

/** Draws a line, interrupted between its segments. A segment with one value is a dot. */
function drawLine(
  { rank, parts, other }: ChartLine,
  { color, dash: pattern }: { readonly color: string; readonly dash: string },
  { x, y, base }: ChartFrame,
): string {
  const path = parts
    .map((points) => {
      const [first = '', ...rest] = points.map(
        ([at, value]) => `${formatPixels(x(at))} ${formatPixels(y(value))}`,
      )
      return `M${first}${rest.length === 0 ? 'h0' : `L${rest.join(' ')}`}`
    })
    .join('')
  const thick = base / 7
  const dash = dashOf(pattern, thick)
  const kind =
    other === undefined
      ? `class="line" data-rank="${rank}"`
      : `class="line-${other}" data-rank="${rank}" stroke-opacity="${PALE}"`
  const more =
    ` ${kind} stroke-linejoin="round" stroke-linecap="${dash === '' ? 'round' : 'butt'}"` +
    (dash === '' ? '' : ` stroke-dasharray="${dash}"`)
  return strokePath(path, color, thick, more)
}

/** Converts a dash pattern to pixels for a line width. */
export function dashOf(pattern: string, width: number): string {
  return pattern
    .split(' ')
    .map((part) => (part === '' ? '' : formatPixels(Number(part) * width * 2)))
    .join(' ')
}

/** Draws the newest value at the end of each line, or the predicted one if there is a band. */
function drawEnds(drawing: Drawing): void {
  const { spec, frame, colors, shapes } = drawing
  const { language } = spec
  const lines = spec.lines.filter(({ other }) => other === undefined)
  const bands = new Map(bandsWithin(spec).map((band) => [band.rank, band]))
  const { base, right, top, bottom } = frame
  const size = frame.endSize
  const labelsMax = Math.max(1, Math.floor((bottom - top) / (size * 1.05)) + 1)
  const ends = lines
    .map(({ rank, parts }) => ({ rank, last: bands.get(rank)?.end ?? parts.at(-1)?.at(-1) }))
    .filter((_, index) => isShown(index, lines.length, labelsMax))
  const wanted = ends.map(({ last }) => (last === undefined ? bottom : frame.y(last[1])))
  const spread = spreadLabels(wanted, { gap: size * 1.15, top, bottom })
  for (const [at, { rank, last }] of ends.entries()) {
    const y = spread[at] ?? 0
    const edge = right + base * 0.9
    if (last !== undefined) {
      const curve = colors.curves[rankColor(rank)] ?? colors.ink
      const start = `${formatPixels(frame.x(last[0]))} ${formatPixels(frame.y(last[1]))}`
      const path = `M${start}L${formatPixels(right + base * 0.2)} ${formatPixels(frame.y(last[1]))}L${formatPixels(edge - base * 0.15)} ${formatPixels(y)}`
      shapes.push(strokePath(path, curve, base / 10))
    }
    const name = rankName(rank, { lines, language })
    const mark = bands.has(rank) ? '~ ' : ''
    const text = `${name}  ${last === undefined ? '–' : `${mark}${frame.endText(last[1])}`}`
    const color = last === undefined ? colors.inkSoft : colors.ink
    addLabel(drawing, text, { x: edge, y, anchor: 'start', size, bold: true, color })
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
