import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { DAY_MS, HOUR_MS } from '../../../platform/time/time-units.ts'
import { spreadLabels } from './spread-labels.ts'
import { timeTicks, zoneOffset } from './time-ticks.ts'
import { valueTicks } from './value-ticks.ts'

describe('chart axes', () => {
  it('place ticks at full hours and days of the zone, across a daylight saving change', () => {
    // Clocks in Berlin went from 3:00 to 2:00 on 25 October 2026.
    const from = Date.UTC(2026, 9, 24, 22)
    const { atMs, isMidnight } = timeTicks(from, from + 2 * DAY_MS, 'Europe/Berlin', 6)
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Berlin',
      hour: '2-digit',
      minute: '2-digit',
    })
    assert.deepEqual(
      atMs.map((at) => format.format(at)),
      ['00:00', '12:00', '00:00', '12:00'],
    )
    assert.deepEqual(atMs.map(isMidnight), [true, false, true, false])
    assert.equal(zoneOffset('Asia/Kathmandu')(from), 5.75 * HOUR_MS)
  })

  it('limit time ticks, ascending and within the range', () => {
    const time = fc.integer({ min: 0, max: 999_999_999_999_999 })
    fc.assert(
      fc.property(time, time, fc.integer({ min: 1, max: 12 }), (one, span, most) => {
        const { atMs } = timeTicks(one, one + span, 'Australia/Lord_Howe', most)
        assert.ok(atMs.length <= most + 1)
        assert.ok(
          atMs.every((at, index) => at >= one && at <= one + span && at > (atMs[index - 1] ?? -1)),
        )
      }),
    )
  })

  it('span all values between round numbers', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 10 }), (one, other, count) => {
        const [least, greatest] = [Math.min(one, other), Math.max(one, other)]
        const { from, until, values } = valueTicks(least, greatest, count)
        assert.ok(from <= least && until >= greatest && until > from)
        assert.ok(values.length <= count + 3)
      }),
    )
    assert.deepEqual(valueTicks(0, 4_700_000, 5).values, [0, 1e6, 2e6, 3e6, 4e6, 5e6])
    assert.deepEqual(valueTicks(900, 1_000, 2), {
      from: 900,
      until: 1_000,
      values: [900, 950, 1_000],
    })
  })

  it('spread labels apart in their order', () => {
    assert.deepEqual(spreadLabels([50, 10, 52], { gap: 10, top: 0, bottom: 100 }), [50, 10, 60])
    assert.deepEqual(spreadLabels([100, 100], { gap: 10, top: 0, bottom: 100 }), [90, 100])
    const place = fc.integer({ min: 0, max: 100 })
    fc.assert(
      fc.property(fc.array(place, { maxLength: 30 }), (places) => {
        const spread = spreadLabels(places, { gap: 10, top: 0, bottom: 100 }).toSorted(
          (a, b) => a - b,
        )
        const between = Math.min(10, 100 / Math.max(1, places.length - 1)) - 1e-6
        assert.ok(
          spread.every(
            (at, index) =>
              at > -1e-6 &&
              at < 100 + 1e-6 &&
              (index === 0 || at - (spread[index - 1] ?? 0) >= between),
          ),
        )
      }),
    )
  })
})
