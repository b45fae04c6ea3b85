import satori from 'satori'
import type { ChartLanguage } from '../../contract/public/chart-choices.ts'
import { widthOf } from '../../lettering/drawable-with.ts'
import { chartFonts, chartText, familiesFor } from './chart-fonts.ts'

/** One line of text on a picture. */
export interface ChartLabel {
  /** Anybody's text: what cannot be drawn of it is replaced. */
  readonly text: string
  readonly language: ChartLanguage
  /** Where it begins, has its middle, or ends, in pixels. */
  readonly x: number
  readonly anchor: 'start' | 'middle' | 'end'
  /** Where its middle is, in pixels. */
  readonly y: number
  /** In pixels. */
  readonly size: number
  readonly bold?: boolean
  readonly colour: string
  /** In pixels. A longer text gets smaller, and is then cut. */
  readonly maxWidth?: number
}

/** A long text may get so much smaller. */
const SHRINKS = [1, 0.9, 0.8]

/** Lays out text as outlines: SVG, to be put into a picture of the same size. Nothing is loaded but the bundled fonts. */
export async function layText(
  labels: readonly ChartLabel[],
  size: { readonly width: number; readonly height: number },
): Promise<string> {
  const groups = new Map<
    string,
    { readonly families: readonly string[]; bold: boolean; boxes: object[] }
  >()
  for (const label of labels) {
    const { text, pixels } = fitted(label)
    if (text === '') continue
    const { language, bold = false } = label
    const families = familiesFor(language, text)
    const key = `${bold} ${families.join()}`
    const group = groups.get(key) ?? { families, bold, boxes: [] }
    groups.set(key, group)
    group.boxes.push(box(label, text, pixels, families.join(', ')))
  }
  const layers: string[] = []
  for (const { families, bold, boxes } of groups.values()) {
    const root = { type: 'div', props: { style: { display: 'flex', ...size }, children: boxes } }
    const layer = await satori(root, { ...size, fonts: chartFonts(families, bold ? 700 : 400) })
    // Masks for boxes that nothing is cut off from: nothing refers to them.
    layers.push(layer.replaceAll(/<mask id="[^"]*">.*?<\/mask>/g, ''))
  }
  return layers.join('')
}

/** The text that is drawn for a label, and its size. */
export function fitted({ text: given, language, size, maxWidth }: ChartLabel): {
  readonly text: string
  readonly pixels: number
} {
  const text = chartText(language, given)
  if (maxWidth === undefined) return { text, pixels: size }
  for (const shrink of SHRINKS) {
    const pixels = size * shrink
    if (widthOf(text) * pixels <= maxWidth) return { text, pixels }
  }
  const pixels = size * (SHRINKS.at(-1) ?? 1)
  const characters = Array.from(text)
  while (characters.length > 0 && widthOf(`${characters.join('')}…`) * pixels > maxWidth) {
    characters.pop()
  }
  return { text: `${characters.join('').trimEnd()}…`, pixels }
}

function box(
  { x, anchor, y, bold = false, colour }: ChartLabel,
  text: string,
  pixels: number,
  fontFamily: string,
) {
  // Wide enough for any text: what stands in it is moved to the side that it is held at.
  const width = 4_000
  const left = { start: x, middle: x - width / 2, end: x - width }[anchor]
  const style = {
    position: 'absolute',
    display: 'flex',
    justifyContent: { start: 'flex-start', middle: 'center', end: 'flex-end' }[anchor],
    left,
    top: y - pixels * 0.65,
    width,
    height: pixels * 1.3,
    lineHeight: 1.3,
    fontSize: pixels,
    fontWeight: bold ? 700 : 400,
    color: colour,
    fontFamily,
    whiteSpace: 'pre',
  }
  return { type: 'div', props: { style, children: text } }
}
