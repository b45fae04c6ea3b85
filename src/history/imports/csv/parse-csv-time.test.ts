import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTimeZone, parseCsvTime } from './parse-csv-time.ts'

const NOON = Date.UTC(2024, 4, 1, 12)

describe('the time of a CSV file', () => {
  for (const [text, zone] of [
    ['2024-05-01T12:00:00Z'],
    ['2024-05-01 12:00 UTC'],
    ['2024-05-01T21:00+09:00'],
    ['2024/5/1 21:00:00 +0900'],
    ['2024-05-01T21:00:00.0004', 'Asia/Tokyo'],
    ['2024-05-01 05:00', 'America/Los_Angeles'],
    ['1714564800'],
    ['1714564800.0'],
    ['1714564800000'],
    ['1714564800000', 'Asia/Tokyo'],
  ] as const) {
    it(`reads ${text} ${zone ?? ''}`, () => assert.equal(parseCsvTime(text, zone), NOON))
  }

  it('reads a date as its midnight, and fractions to the millisecond', () => {
    assert.equal(parseCsvTime('2024-05-01', 'UTC'), NOON - 43_200_000)
    assert.equal(parseCsvTime('1714564800.25', undefined), NOON + 250)
    assert.equal(parseCsvTime('2024-05-01T12:00:00,123456Z', undefined), NOON + 123)
  })

  for (const [text, zone, problem] of [
    ['', undefined, /neither ISO/],
    ['12:00', 'UTC', /neither ISO/],
    ['05/01/2024 12:00', 'UTC', /neither ISO/],
    ['17145648', 'UTC', /neither ISO/],
    ['2024-02-30T12:00Z', undefined, /does not exist/],
    ['2024-05-01T24:00Z', undefined, /does not exist/],
    ['2024-05-01 12:00', undefined, /has no time zone/],
    ['1999-12-31T23:59Z', undefined, /not between/],
    // Clocks go forward at 02:00 and back at 02:00.
    ['2024-03-10 02:30', 'America/New_York', /exists twice/],
    ['2024-11-03 01:30', 'America/New_York', /exists twice/],
  ] as const) {
    it(`rejects ${JSON.stringify(text)} in ${zone ?? 'no zone'}`, () => {
      const time = parseCsvTime(text, zone)
      assert.ok(typeof time !== 'number')
      assert.match(time.problem, problem)
    })
  }

  it('knows time zones by name', () => {
    assert.deepEqual(['Asia/Tokyo', 'UTC', '+09:00', 'Nowhere/Else', ''].map(isTimeZone), [
      true,
      true,
      true,
      false,
      false,
    ])
  })
})
