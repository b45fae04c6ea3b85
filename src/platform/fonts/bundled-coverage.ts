import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Coverage } from './font-coverage.ts'

/** The families of the bundled fonts: the part after `noto-sans-` in their file names. */
export const FONT_FAMILIES = [
  'jp-japanese',
  'jp-latin-ext',
  'tc-chinese-traditional',
  'sc-chinese-simplified',
  'kr-korean',
] as const

/** One of {@link FONT_FAMILIES}. */
export type FontFamily = (typeof FONT_FAMILIES)[number]

/** The folder of the bundled fonts. */
export const FONT_FOLDER = join(import.meta.dirname, '../../../assets/fonts')

/**
 * Ranges of the code points of each family, as hexadecimal text such as `20-7e a0`. Generated from
 * the fonts by `npm run generate`.
 */
const COVERAGE_FILE = join(FONT_FOLDER, 'coverage.json')

let ranges: Readonly<Record<FontFamily, string>> | undefined

const known = new Map<FontFamily, Coverage>()

/** Returns the code points that a bundled family has glyphs for in every weight. */
export function bundledCoverage(family: FontFamily): Coverage {
  const coverage = known.get(family)
  if (coverage !== undefined) return coverage
  ranges ??= JSON.parse(readFileSync(COVERAGE_FILE, 'utf8')) as Record<FontFamily, string>
  const parsed = new CodePointRanges(ranges[family])
  known.set(family, parsed)
  return parsed
}

/** Sorted ranges of code points. */
class CodePointRanges implements Coverage {
  /** The first and the last code point of each range. */
  readonly #bounds: Uint32Array

  constructor(text: string) {
    this.#bounds = Uint32Array.from(
      text.split(' ').flatMap((range) => {
        const [first = '', last = first] = range.split('-')
        return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
      }),
    )
  }

  has(code: number): boolean {
    let [low, high] = [0, this.#bounds.length / 2 - 1]
    while (low <= high) {
      const middle = (low + high) >>> 1
      if (code < (this.#bounds[2 * middle] ?? 0)) high = middle - 1
      else if (code > (this.#bounds[2 * middle + 1] ?? 0)) low = middle + 1
      else return true
    }
    return false
  }
}
