import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { REGIONS } from '../../game/region.ts'
import { DEMO_LANGUAGES } from '../languages/demo-language.ts'
import { CARD_FONT_ORDER } from './card-fonts.ts'
import { CARD_LABELS } from './card-labels.ts'
import { drawableText } from './drawable-text.ts'
import { bundledCoverage } from '../../platform/fonts/bundled-coverage.ts'

test('undrawable characters become beads, invisible ones disappear, the rest stays', () => {
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

test('the font of each region has every character of its labels', () => {
  for (const region of REGIONS) {
    const own = bundledCoverage(CARD_FONT_ORDER[region][0] ?? 'jp-latin-ext')
    const words = [...Object.values(CARD_LABELS[region]), DEMO_LANGUAGES[region].cardName]
    assert.deepEqual(
      Array.from(words.join('')).filter((character) => !own.has(character.codePointAt(0) ?? 0)),
      [],
      region,
    )
  }
})

test('every character of the result has a glyph, for any text', () => {
  const any = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))
  const parts = fc.constantFrom('e', '\u0301', 'ﾊ', 'ﾞ', '骨', 'ᄒ', 'ᅡ', 'ᆫ', '\u200D')
  const unit = fc.oneof(any, parts)
  fc.assert(
    fc.property(fc.string({ unit }), fc.constantFrom(...REGIONS), (text, region) => {
      for (const character of drawableText(region, text)) {
        const code = character.codePointAt(0) ?? 0
        assert.ok(
          CARD_FONT_ORDER[region].some((family) => bundledCoverage(family).has(code)),
          `U+${code.toString(16)}`,
        )
      }
    }),
  )
})
