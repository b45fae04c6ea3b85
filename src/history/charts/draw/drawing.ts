import type { ChartSpec } from '../chart-spec.ts'
import type { ChartColors } from './chart-colors.ts'
import type { ChartFormats } from './chart-formats.ts'
import type { ChartFrame } from './chart-frame.ts'
import type { ChartLabel } from './text-layout.ts'

/** A chart while it is drawn: its layout, and the shapes and labels so far. */
export interface Drawing {
  readonly spec: ChartSpec
  readonly formats: ChartFormats
  readonly frame: ChartFrame
  readonly colors: ChartColors
  readonly shapes: string[]
  readonly labels: ChartLabel[]
}

/** Adds a label in the language of the chart, by default small and soft. */
export function addLabel(
  { spec, frame, colors, labels }: Drawing,
  text: string,
  rest: Partial<ChartLabel> & Pick<ChartLabel, 'x' | 'y' | 'anchor'>,
): void {
  const { language } = spec
  labels.push({ text, language, size: frame.base, color: colors.inkSoft, ...rest })
}

/** Returns an unfilled path. `more` has further attributes. */
export function stroke(path: string, color: string, width: number, more = ''): string {
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${round(width)}"${more}/>`
}

/** Rounds to a tenth of a pixel. */
export function round(pixels: number): string {
  return String(Math.round(pixels * 10) / 10)
}
