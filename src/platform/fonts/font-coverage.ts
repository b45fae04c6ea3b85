/** The code points that a font family has glyphs for. */
export type Coverage = Pick<ReadonlySet<number>, 'has'>

/** Replaces a character that no bundled font has, such as an emoji. */
const BEAD = '•'

/** Characters without width, and characters that change the text direction. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Reduces a text to one line of at most `most` characters that `families` can draw. A character
 * without a glyph is replaced by its compatibility form (half-width by full-width), by its form
 * without marks, or by a bead. White space becomes one space between words; invisible characters
 * are removed. The result may be empty. Accepts any text, including malformed UTF-16.
 */
export function coveredText(families: readonly Coverage[], text: string, most: number): string {
  /** The engine chooses the first font with the first code point for the whole character. */
  function canDraw(character: string): boolean {
    const codes = Array.from(character, (one) => one.codePointAt(0) as number)
    const family = families.find((covered) => covered.has(codes[0] as number))
    return family !== undefined && codes.every((code) => family.has(code))
  }

  function drawable(character: string): string {
    if (/^\s/u.test(character)) return character.startsWith('\u3000') ? '\u3000' : ' '
    const seen = character.replaceAll(UNSEEN, '')
    if (seen === '') return ''
    const base = String.fromCodePoint(seen.codePointAt(0) as number)
    return [seen, seen.normalize('NFKC'), base].find(canDraw) ?? BEAD
  }

  const drawn: string[] = []
  for (const { segment } of graphemes.segment(text.toWellFormed().normalize('NFC'))) {
    const character = drawable(segment)
    const follows = drawn.at(-1)
    if (character === '' || (character === ' ' && (follows === undefined || follows === ' '))) {
      continue
    }
    if (drawn.push(character) === most) break
  }
  return drawn.join('').trim()
}

/** Estimates the width of a drawable text, in widths of a Han character. Tends to overestimate. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text) {
    const isWide = (character.codePointAt(0) as number) >= 0x1100
    width += isWide ? 1 : /[A-Z0-9%&@mw<>_=+~]/.test(character) ? 0.72 : 0.58
  }
  return width
}
