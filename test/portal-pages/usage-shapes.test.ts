import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS, HOUR_MS } from '../../src/platform/time/time-units.ts'
import { findRequestId } from '../../web/portal/usage/requests/find-request-id.ts'
import { labeledIndexes, scaleBars } from '../../web/portal/usage/scale-bars.ts'
import { createStepNames } from '../../web/portal/usage/step-names.ts'
import { csvLine, usageCsv } from '../../web/portal/usage/usage-csv.ts'
import { usageQuery, rangeOf } from '../../web/portal/usage/usage-range.ts'

const NOW_MS = Date.UTC(2026, 10, 22, 13, 37)
const ID = '6a1f0c3e9d2b47f08c51aa03'

describe('a range of usage', () => {
  it('is the last day for every link that names none of them', () => {
    for (const text of [null, '', '24', '7D', 'constructor']) assert.equal(rangeOf(text), '24h')
    assert.equal(rangeOf('90d'), '90d')
  })

  it('has as many whole steps as its name says, the one under way included', () => {
    for (const [range, steps, stepMs] of [
      ['24h', 24, HOUR_MS],
      ['7d', 7, DAY_MS],
      ['30d', 30, DAY_MS],
      ['90d', 90, DAY_MS],
    ] as const) {
      for (const nowMs of [NOW_MS, DAY_MS * 20_000, DAY_MS * 20_000 - 1]) {
        const { fromMs, step } = usageQuery(range, nowMs)
        assert.equal(fromMs % stepMs, 0, range)
        assert.equal(Math.floor((nowMs - fromMs) / stepMs) + 1, steps, range)
        assert.equal(step, stepMs === HOUR_MS ? 'hour' : 'day')
      }
    }
  })
})

describe('the axis of a chart', () => {
  it('has round lines that the largest count fits under, none between two whole numbers', () => {
    for (let largest = 0; largest < 3_000; largest += 1) {
      const { max, ticks } = scaleBars(largest)
      assert.ok(max >= largest && ticks.length <= 5, `${largest}`)
      assert.equal(ticks.at(-1), max)
      for (const tick of ticks) assert.match(String(tick), /^\d+$/)
    }
    assert.deepEqual(scaleBars(143), { max: 150, ticks: [50, 100, 150] })
    assert.deepEqual(scaleBars(1), { max: 1, ticks: [1] })
  })

  it('names the newest step, and no more of them than there is room for', () => {
    for (const steps of [1, 7, 24, 30, 90]) {
      const places = labeledIndexes(steps, 5)
      assert.equal(places.at(-1), steps - 1)
      assert.ok(places.length <= 5)
      assert.ok(places.every((place) => place >= 0))
    }
  })

  it('calls a day by its UTC date wherever the reader is', () => {
    const atMs = Date.UTC(2026, 10, 22)
    for (const zone of ['America/Los_Angeles', 'Asia/Tokyo', 'UTC']) {
      const days = createStepNames({ lang: 'en', zone }, DAY_MS)
      assert.equal(days.short(atMs), 'Nov 22')
    }
    const hours = createStepNames({ lang: 'en', zone: 'Asia/Tokyo' }, HOUR_MS)
    assert.equal(hours.short(atMs), '09:00')
  })
})

describe('the file of usage', () => {
  it('has a line for each step, with its time in UTC', () => {
    const counts = { admitted: 3, refused: 2, failed: 1, upstreamCalls: 4 }
    const text = usageCsv({ steps: [{ atMs: Date.UTC(2026, 10, 22, 1), ...counts }] })
    assert.equal(
      text,
      'time,admitted,refused,failed,upstreamCalls\r\n2026-11-22T01:00:00.000Z,3,2,1,4\r\n',
    )
  })

  it('lets no text be taken for a formula, a second cell or a second line', () => {
    assert.equal(csvLine(['=1+1', '+1', '-1', '@x', -1]), "'=1+1,'+1,'-1,'@x,-1\r\n")
    assert.equal(csvLine(['a,b', 'say "hi"', 'one\ntwo']), '"a,b","say ""hi""","one\ntwo"\r\n')
  })
})

describe('the id in what somebody pasted', () => {
  it('is found wherever it stands, in whatever case', () => {
    for (const text of [
      ID,
      `  ${ID.toUpperCase()}\n`,
      `X-Request-Id: ${ID}`,
      JSON.stringify({ status: 429, requestId: ID }),
    ]) {
      assert.equal(findRequestId(text), ID)
    }
  })

  it('is none where no 24 digits stand alone', () => {
    for (const text of ['', ID.slice(1), `${ID}0`, 'g'.repeat(24), '../../operator']) {
      assert.equal(findRequestId(text), undefined, text)
    }
  })
})
