import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { REGIONS } from '../../../../domain/region.ts'
import { DEMO_LANGUAGES } from '../demo-language.ts'
import { CARD_FONT_ORDER, cardFonts } from './card-fonts.ts'
import { CARD_WORDS } from './card-words.ts'
import { drawableText } from './drawable-text.ts'
import { readFontCoverage } from '../../../../lettering/read-font-coverage.ts'

test('what cannot be drawn becomes beads, what cannot be seen goes, the rest stays', () => {
  for (const [text, drawn] of [
    ['月の時計', '月の時計'],
    ['🐈‍⬛🎸', '••'],
    ['نجمة الليل', '•••• •••••'],
    ['ﾊﾝｶｸ', 'ハンカク'],
    ['e\u0301a\u0308o\u0302 accents', 'éäô accents'],
    ['left \u202Eright\u202C again', 'left right again'],
    ['  spaces \n around  ', 'spaces around'],
    ['\u200B', ''],
    ['\uD800x', '•x'],
    ['1\uFE0F\u20E3', '1'],
    ['x'.repeat(1_000), 'x'.repeat(64)],
  ] as const) {
    assert.equal(drawableText('jp', text), drawn)
  }
})

test('the words on the cards are whole in the font of their region', () => {
  const { coverage } = cardFonts()
  for (const region of REGIONS) {
    const own = coverage[CARD_FONT_ORDER[region][0] ?? 'jp-latin-ext']
    const words = [...Object.values(CARD_WORDS[region]), DEMO_LANGUAGES[region].cardName]
    assert.deepEqual(
      Array.from(words.join('')).filter((character) => !own.has(character.codePointAt(0) ?? 0)),
      [],
      region,
    )
  }
})

test('any text comes out with a glyph for every character', () => {
  const { coverage } = cardFonts()
  const any = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))
  const parts = fc.constantFrom('e', '\u0301', 'ﾊ', 'ﾞ', '骨', 'ᄒ', 'ᅡ', 'ᆫ', '\u200D')
  const unit = fc.oneof(any, parts)
  fc.assert(
    fc.property(fc.string({ unit }), fc.constantFrom(...REGIONS), (text, region) => {
      for (const character of drawableText(region, text)) {
        const code = character.codePointAt(0) ?? 0
        assert.ok(
          CARD_FONT_ORDER[region].some((family) => coverage[family].has(code)),
          `U+${code.toString(16)}`,
        )
      }
    }),
  )
})

test('a file that is no WOFF2 font is refused', () => {
  assert.throws(() => readFontCoverage(Buffer.alloc(64)), /not a WOFF2 font/)
})
