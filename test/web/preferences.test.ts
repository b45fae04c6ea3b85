import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { LANGUAGES } from '../../src/platform/language.ts'
import { REGIONS } from '../../web/shared/i18n/regions.ts'
import { THEMES } from '../../web/shared/i18n/theme.ts'
import {
  BELL_MAX,
  NO_PREFERENCES,
  parsePreferences,
  type Preferences,
} from '../../web/shared/preferences/preferences.ts'

const preferences: fc.Arbitrary<Preferences> = fc.record(
  {
    lang: fc.constantFrom(...LANGUAGES),
    theme: fc.constantFrom(...THEMES),
    region: fc.constantFrom(...REGIONS),
    ranks: fc
      .uniqueArray(fc.integer({ min: 1, max: 999_999_999 }), { maxLength: 8 })
      .map((ranks) => ranks.toSorted((one, other) => one - other)),
    own: fc.record(
      {
        run: fc.string({ maxLength: 80 }),
        points: fc.string({ maxLength: 20 }),
        speed: fc.string({ maxLength: 20 }),
      },
      { noNullPrototype: true },
    ),
    bell: fc.string({ maxLength: BELL_MAX }),
    players: fc.uniqueArray(
      fc.record(
        {
          region: fc.constantFrom(...REGIONS),
          id: fc.string({ minLength: 1, maxLength: 256 }),
          name: fc.string({ maxLength: 256 }),
        },
        { noNullPrototype: true },
      ),
      { maxLength: 50, selector: ({ region, id }) => `${region}/${id}` },
    ),
  },
  { requiredKeys: ['theme', 'ranks', 'own', 'players', 'bell'], noNullPrototype: true },
)

describe('the preferences of a device', () => {
  it('are restored as they were stored', () => {
    fc.assert(
      fc.property(preferences, (some) => {
        assert.deepEqual(parsePreferences(JSON.stringify(some)), some)
      }),
    )
  })

  it('are valid whatever is stored', () => {
    for (const text of [
      null,
      '',
      '{',
      '[]',
      '5',
      'null',
      '"x"',
      '{"lang":"xx","theme":7,"own":[]}',
    ]) {
      assert.deepEqual(parsePreferences(text), NO_PREFERENCES, String(text))
    }
    fc.assert(
      fc.property(fc.json(), (text) => {
        const parsed = parsePreferences(text)
        assert.deepEqual(parsePreferences(JSON.stringify(parsed)), parsed)
      }),
    )
    const many = {
      ranks: [3, 1, 1, 0, -1, 1.5, '7', ...Array.from({ length: 20 }, (_, at) => at + 10)],
    }
    assert.deepEqual(parsePreferences(JSON.stringify(many)).ranks, [1, 3, 10, 11, 12, 13, 14, 15])
  })
})
