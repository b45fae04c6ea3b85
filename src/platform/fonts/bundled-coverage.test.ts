import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { codePointsOf, FONT_COVERAGE, fontCoverage } from '../../../scripts/font-coverage.ts'
import { readFontCoverage } from '../../../scripts/parse-font-coverage.ts'
import { bundledCoverage, FONT_FAMILIES } from './bundled-coverage.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

describe('the coverage of the bundled fonts', () => {
  it('is that of the font files; npm run generate writes it', () => {
    const written: unknown = JSON.parse(readFileSync(join(ROOT, FONT_COVERAGE), 'utf8'))
    assert.deepEqual(written, JSON.parse(fontCoverage()))
  })

  it('has exactly the code points for which both weights have glyphs', () => {
    for (const family of FONT_FAMILIES) {
      const coverage = bundledCoverage(family)
      const codes = codePointsOf(family)
      assert.ok(codes.size > 50, family)
      const wrong = Array.from({ length: 0x11_0000 }, (_, code) => code).filter(
        (code) => coverage.has(code) !== codes.has(code),
      )
      assert.deepEqual(wrong, [], family)
    }
  })

  it('is not read from a file that is no WOFF2 font', () => {
    assert.throws(() => readFontCoverage(Buffer.alloc(64)), /not a WOFF2 font/)
  })
})
