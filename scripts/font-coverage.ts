import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  FONT_FAMILIES,
  FONT_FOLDER,
  type FontFamily,
} from '../src/platform/fonts/bundled-coverage.ts'
import { readFontCoverage } from './parse-font-coverage.ts'

/** The file that {@link fontCoverage} generates. */
export const FONT_COVERAGE = 'assets/fonts/coverage.json'

/** Returns the ranges of code points that each bundled family has glyphs for, as JSON. */
export function fontCoverage(): string {
  return JSON.stringify(
    Object.fromEntries(FONT_FAMILIES.map((family) => [family, rangesOf(codePointsOf(family))])),
  )
}

/** Returns the code points that both weights of a family have glyphs for. */
export function codePointsOf(family: FontFamily): ReadonlySet<number> {
  const [regular, bold] = [400, 700].map((weight) =>
    readFontCoverage(readFileSync(join(FONT_FOLDER, `noto-sans-${family}-${weight}-normal.woff2`))),
  )
  return regular?.intersection(bold ?? new Set()) ?? new Set()
}

function rangesOf(codes: ReadonlySet<number>): string {
  const ranges: { readonly first: number; last: number }[] = []
  for (const code of [...codes].toSorted((one, other) => one - other)) {
    const range = ranges.at(-1)
    if (range?.last === code - 1) range.last = code
    else ranges.push({ first: code, last: code })
  }
  return ranges
    .map(({ first, last }) =>
      [...new Set([first, last])].map((code) => code.toString(16)).join('-'),
    )
    .join(' ')
}
