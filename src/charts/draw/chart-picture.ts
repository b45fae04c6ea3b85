import { widthOf } from '../../lettering/drawable-with.ts'
import type { ChartLine, ChartOrder } from '../chart-order.ts'
import { CHART_COLOURS } from './chart-colours.ts'
import { chartFormats } from './chart-formats.ts'
import { REGION_LANGUAGES } from './chart-fonts.ts'
import { chartFrame, type ChartFrame } from './chart-frame.ts'
import { CHART_WORDS } from './chart-words.ts'
import { layText, type ChartLabel } from './lay-text.ts'
import { rankName } from './rank-name.ts'
import { spreadLabels } from './spread-labels.ts'

/** Lines beyond the colours are told apart by their strokes. */
const DASHES = ['', '3 1.5', '1 1.5']

/** The picture of an order as SVG. Text is in it as outlines, so that what shows it needs no font. */
export async function chartPicture(order: ChartOrder): Promise<string> {
  const { width, height, language } = order
  const colours = CHART_COLOURS[order.theme]
  const words = CHART_WORDS[language]
  const formats = chartFormats(order)
  const frame = chartFrame(order, formats)
  const { left, right, top, bottom, base } = frame
  const shapes: string[] = []
  const labels: ChartLabel[] = []
  const label = (text: string, rest: Omit<ChartLabel, 'text' | 'language'>) =>
    labels.push({ text, language, ...rest })
  const soft = { size: base, colour: colours.inkSoft }

  for (const { fromMs, untilMs } of order.gaps) {
    const x = frame.x(fromMs)
    const wide = Math.max(1, frame.x(untilMs) - x)
    shapes.push(
      `<rect class="gap" x="${round(x)}" y="${round(top)}" width="${round(wide)}" height="${round(bottom - top)}" fill="${colours.gap}" fill-opacity="0.22"/>`,
    )
  }
  for (const [index, value] of frame.values.values.entries()) {
    const y = frame.y(value)
    shapes.push(stroke(`M${round(left)} ${round(y)}H${round(right)}`, colours.grid, base / 16))
    label(frame.valueTexts[index] ?? '', { ...soft, x: left - base * 0.5, y, anchor: 'end' })
  }
  const tickTexts = formats.ticks(frame.times)
  for (const [index, atMs] of frame.times.atMs.entries()) {
    const x = frame.x(atMs)
    shapes.push(
      stroke(`M${round(x)} ${round(bottom)}v${round(base * 0.35)}`, colours.inkSoft, base / 16),
    )
    label(tickTexts[index] ?? '', {
      ...soft,
      x: Math.min(Math.max(x, base * 2.5), width - base * 2.5),
      y: bottom + base * 1.05,
      anchor: 'middle',
    })
  }
  for (const [index, line] of order.lines.entries()) {
    if (line.parts.length > 0) shapes.push(drawLine(line, index, frame, colours.curves))
  }
  if (order.lines.every(({ parts }) => parts.length === 0)) {
    const middle = { x: (left + right) / 2, y: (top + bottom) / 2, anchor: 'middle' } as const
    label(words.noData, { ...soft, ...middle, maxWidth: right - left, colour: colours.ink })
  } else {
    drawEnds(order, frame, {
      shapes,
      label,
      curves: colours.curves,
      soft: colours.inkSoft,
      ink: colours.ink,
    })
  }
  head(order, frame, labels)
  foot()

  const layer = await layText(labels, { width, height })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">` +
    `<title>${escape(titleOf(order))}</title>` +
    `<rect width="${width}" height="${height}" fill="${colours.paper}"/>` +
    `<g ${scaleOf(order, frame)}>${shapes.join('')}</g>${layer}</svg>`
  )

  function foot(): void {
    const y = height - base * 1.1
    label('Backline', { ...soft, bold: true, x: width - base, y, anchor: 'end' })
    const room = width - base * 2 - base * 6
    const gapWidth = order.gaps.length === 0 ? 0 : room * 0.36
    const maxWidth = room - gapWidth
    const fits = widthOf(words.times(formats.zone)) * base * 0.8 <= maxWidth
    const zone = words.times(fits ? formats.zone : formats.shortZone)
    label(zone, { ...soft, x: base, y, anchor: 'start', maxWidth })
    if (gapWidth === 0) return
    const x = width - base * 7 - gapWidth + base
    shapes.push(
      `<rect x="${round(x)}" y="${round(y - base * 0.5)}" width="${round(base)}" height="${round(base)}" fill="${colours.gap}" fill-opacity="0.4"/>`,
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

/** What the edges of the plot stand for, so that a program can read the values back. */
function scaleOf({ fromMs, untilMs }: ChartOrder, frame: ChartFrame): string {
  const { left, right, bottom, top, values } = frame
  const pair = (one: number, other: number) => `${one} ${other}`
  return (
    `data-x="${pair(left, right)}" data-time="${pair(fromMs, untilMs)}" ` +
    `data-y="${pair(bottom, top)}" data-points="${pair(values.from, values.until)}"`
  )
}

/** Name, region, state, and when it was read last. */
function head(order: ChartOrder, { base }: ChartFrame, labels: ChartLabel[]): void {
  const { language, event, region, width, lastMs } = order
  const colours = CHART_COLOURS[order.theme]
  const words = CHART_WORDS[language]
  const { moment } = chartFormats(order)
  const room = { x: base, anchor: 'start', maxWidth: width - 2 * base } as const
  labels.push({
    text: titleOf(order),
    language: event.name === '' ? language : REGION_LANGUAGES[region],
    ...room,
    y: base * 1.75,
    size: base * 1.65,
    bold: true,
    colour: colours.ink,
  })
  const { state } = event
  const facts = [
    region.toUpperCase(),
    state && words.states[state](moment(state === 'coming' ? event.startsAtMs : event.endsAtMs)),
    lastMs !== undefined && words.lastRead(moment(lastMs)),
  ].filter((fact) => typeof fact === 'string')
  const text = facts.join('  ·  ')
  labels.push({ text, language, ...room, y: base * 3.55, size: base, colour: colours.inkSoft })
}

function titleOf({ event, language }: ChartOrder): string {
  return event.name === '' ? CHART_WORDS[language].event(event.id) : event.name
}

/** A line is broken where its parts are. A part of one value is a dot. */
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

/** Puts the newest value at the end of each line. */
function drawEnds(
  { lines, language }: ChartOrder,
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
    const colour = to.curves[index % to.curves.length] ?? ''
    const edge = right + base * 0.9
    if (last !== undefined) {
      const start = `${round(frame.x(last[0]))} ${round(frame.y(last[1]))}`
      const path = `M${start}L${round(right + base * 0.2)} ${round(frame.y(last[1]))}L${round(edge - base * 0.15)} ${round(y)}`
      to.shapes.push(stroke(path, colour, base / 10))
    }
    const name = rankName(rank, { lines, language })
    const text = `${name}  ${last === undefined ? '–' : frame.endText(last[1])}`
    to.label(text, {
      x: edge,
      y,
      anchor: 'start',
      size,
      bold: true,
      colour: last === undefined ? to.soft : to.ink,
    })
  }
}

/** Whether the line at `index` of `count` is among the `most` that are named: the first, the last, and others evenly between. */
function isShown(index: number, count: number, most: number): boolean {
  if (count <= most) return true
  if (most === 1) return index === 0
  const at = (index * (most - 1)) / (count - 1)
  return Math.round((Math.round(at) * (count - 1)) / (most - 1)) === index
}

function stroke(path: string, colour: string, width: number, more = ''): string {
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${round(width)}"${more}/>`
}

/** A tenth of a pixel is finer than anybody sees. */
function round(pixels: number): string {
  return String(Math.round(pixels * 10) / 10)
}

function escape(text: string): string {
  const plain = text.toWellFormed().replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
