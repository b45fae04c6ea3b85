import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConfigError, readConfig } from '../config.ts'
import { DAY_MS } from '../domain/time-units.ts'

const read = (environment: Readonly<Record<string, string>>) => readConfig(environment).retention

describe('the settings of the history', () => {
  it('keep everything for 90 days, then a snapshot of each five minutes for ever', () => {
    const kept = { rawMs: 90 * DAY_MS, stepMs: 300_000, keptMs: 0, liveMs: DAY_MS }
    assert.deepEqual(read({}), kept)
  })

  it('are in days, and steps in what they say', () => {
    const { rawMs, keptMs } = read({
      BACKLINE_HISTORY_RAW_DAYS: '7',
      BACKLINE_HISTORY_KEPT_DAYS: '365',
    })
    assert.deepEqual([rawMs, keptMs], [7 * DAY_MS, 365 * DAY_MS])
    for (const [text, ms] of Object.entries({
      '1s': 1_000,
      '90s': 90_000,
      '2h': 7_200_000,
      '1d': DAY_MS,
    }))
      assert.equal(read({ BACKLINE_HISTORY_STEP: text }).stepMs, ms)
  })

  it('are refused when they are no length, or an empty or endless one', () => {
    for (const text of [
      '',
      '5',
      'm',
      '0m',
      '05m',
      '1.5h',
      '5 m',
      '5M',
      '25h',
      '2d',
      '86401s',
      '-1m',
    ])
      assert.throws(() => read({ BACKLINE_HISTORY_STEP: text }), ConfigError, text)
    assert.throws(() => read({ BACKLINE_HISTORY_RAW_DAYS: '0' }), ConfigError)
  })

  it('are refused when nothing of the steps would be kept', () => {
    assert.throws(
      () => read({ BACKLINE_HISTORY_RAW_DAYS: '30', BACKLINE_HISTORY_KEPT_DAYS: '29' }),
      /BACKLINE_HISTORY_KEPT_DAYS must not be below BACKLINE_HISTORY_RAW_DAYS/,
    )
    read({ BACKLINE_HISTORY_RAW_DAYS: '30', BACKLINE_HISTORY_KEPT_DAYS: '30' })
  })
})
