import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from '../app/config/read-config.ts'
import { ConfigError } from '../platform/config/config-error.ts'
import { DAY_MS } from '../platform/time/time-units.ts'

const read = (environment: Readonly<Record<string, string>>) => readConfig(environment).retention

describe('history settings', () => {
  it('retain everything for 90 days, then a snapshot per five minutes forever', () => {
    const kept = {
      rawMs: 90 * DAY_MS,
      stepMs: 300_000,
      keptMs: 0,
      playersMs: 30 * DAY_MS,
      liveMs: DAY_MS,
    }
    assert.deepEqual(read({}), kept)
  })

  it('are in days, with the interval as a duration', () => {
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

  it('are rejected if they are no duration, or an empty or unbounded one', () => {
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

  it('are rejected if no downsampled history would be retained', () => {
    assert.throws(
      () => read({ BACKLINE_HISTORY_RAW_DAYS: '30', BACKLINE_HISTORY_KEPT_DAYS: '29' }),
      /BACKLINE_HISTORY_KEPT_DAYS must not be below BACKLINE_HISTORY_RAW_DAYS/,
    )
    read({ BACKLINE_HISTORY_RAW_DAYS: '30', BACKLINE_HISTORY_KEPT_DAYS: '30' })
  })
})
