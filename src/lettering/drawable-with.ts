/** The code points that a font family has glyphs for. */
export type Coverage = Pick<ReadonlySet<number>, 'has'>

/** Stands for a character that no bundled font has, such as an emoji. */
const BEAD = '•'

/** What takes no room, or must not change the direction of what is around it. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * What of a text can be drawn with `families`, in one line of at most `most` characters: every character has a glyph. One
 * without is drawn in its plain form (half-width as full-width) or without its marks, else as a bead. White space is one
 * space between words; what cannot be seen is left out. Empty when nothing is left. Takes any text, also broken UTF-16.
 */
export function drawableWith(families: readonly Coverage[], text: string, most: number): string {
  /** The engine takes the first font that has the first code point for the whole character. */
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

/** About how wide a drawable text is, in widths of a Han character. Rather too much than too little. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text) {
    const isWide = (character.codePointAt(0) as number) >= 0x1100
    width += isWide ? 1 : /[A-Z0-9%&@mw<>_=+~]/.test(character) ? 0.72 : 0.58
  }
  return width
}
