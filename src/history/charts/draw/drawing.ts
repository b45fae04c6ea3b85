import type { ChartSpec } from '../chart-spec.ts'
import type { ChartColors } from './chart-colors.ts'
import type { ChartFormats } from './chart-formats.ts'
import type { ChartFrame } from './chart-frame.ts'
import type { ChartLabel } from './text-layout.ts'

/** A chart being drawn: its layout, and the shapes and labels added so far. */
export interface Drawing {
  readonly spec: ChartSpec
  readonly formats: ChartFormats
  readonly frame: ChartFrame
  readonly colors: ChartColors
  readonly shapes: string[]
  readonly labels: ChartLabel[]
}

/** Adds a label in the language of the chart, by default in the base size and the soft color. */
export function addLabel(
  { spec, frame, colors, labels }: Drawing,
  text: string,
  rest: Partial<ChartLabel> & Pick<ChartLabel, 'x' | 'y' | 'anchor'>,
): void {
  const { language } = spec
  labels.push({ text, language, size: frame.base, color: colors.inkSoft, ...rest })
}

/** Returns an unfilled SVG path. `more` are further attributes. */
export function strokePath(path: string, color: string, width: number, more = ''): string {
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${formatPixels(width)}"${more}/>`
}

/** Formats pixels with one decimal. */
export function formatPixels(pixels: number): string {
  return String(Math.round(pixels * 10) / 10)
}
