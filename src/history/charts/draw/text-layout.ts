import satori from 'satori'
import type { Language } from '../../../platform/language.ts'
import { widthOf } from '../../../platform/fonts/font-coverage.ts'
import { chartFonts, chartText, familiesFor } from './chart-fonts.ts'

/** One line of text on a chart. */
export interface ChartLabel {
  /** Untrusted text; undrawable characters are replaced. */
  readonly text: string
  readonly language: Language
  /** Position of the anchor, in pixels. */
  readonly x: number
  readonly anchor: 'start' | 'middle' | 'end'
  /** Vertical center, in pixels. */
  readonly y: number
  /** In pixels. */
  readonly size: number
  readonly bold?: boolean
  readonly color: string
  /** In pixels. A longer text shrinks, then is truncated. */
  readonly maxWidth?: number
}

/** Factors by which a text that is too long shrinks, before it is truncated. */
const SHRINKS = [1, 0.9, 0.8]

/**
 * Lays out labels as outlines in SVG, to embed in an image of the same size. Loads the bundled
 * fonts only.
 */
export async function layOutText(
  labels: readonly ChartLabel[],
  size: { readonly width: number; readonly height: number },
): Promise<string> {
  const groups = new Map<
    string,
    { readonly families: readonly string[]; bold: boolean; boxes: object[] }
  >()
  for (const label of labels) {
    const { text, pixels } = fitLabel(label)
    if (text === '') continue
    const { language, bold = false } = label
    const families = familiesFor(language, text)
    const key = `${bold} ${families.join()}`
    const group = groups.get(key) ?? { families, bold, boxes: [] }
    groups.set(key, group)
    group.boxes.push(labelBox(label, text, pixels, families.join(', ')))
  }
  const layers: string[] = []
  for (const { families, bold, boxes } of groups.values()) {
    const root = { type: 'div', props: { style: { display: 'flex', ...size }, children: boxes } }
    const layer = await satori(root, { ...size, fonts: chartFonts(families, bold ? 700 : 400) })
    // Remove the masks of boxes without clipping, which nothing references.
    layers.push(layer.replaceAll(/<mask id="[^"]*">.*?<\/mask>/g, ''))
  }
  return layers.join('')
}

/** Returns the text to draw for a label and its font size in pixels. */
export function fitLabel({ text: given, language, size, maxWidth }: ChartLabel): {
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

function labelBox(
  { x, anchor, y, bold = false, color }: ChartLabel,
  text: string,
  pixels: number,
  fontFamily: string,
) {
  // Wide enough for any text, which is then moved to its anchor.
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
    color: color,
    fontFamily,
    whiteSpace: 'pre',
  }
  return { type: 'div', props: { style, children: text } }
}
