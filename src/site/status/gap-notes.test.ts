import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Region } from '../../game/region.ts'
import type { BoardGap } from '../../history/board-gap.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/time/time-units.ts'
import { describeGapNotes } from './gap-notes.ts'

const NOW_MS = Date.UTC(2026, 10, 22, 12)

function gap(region: Region, fromMs: number, untilMs: number | undefined): BoardGap {
  return {
    board: { region, kind: 'event', id: '101' },
    gap: { fromMs, untilMs, reason: 'unavailable', failures: 1 },
  } as unknown as BoardGap
}

describe('automatic notes', () => {
  it('name gaps of half an hour and more, the newest first, one for boards that fail together', () => {
    const long = NOW_MS - 5 * HOUR_MS
    const notes = describeGapNotes(
      [
        gap('jp', long, long + HOUR_MS),
        gap('jp', long + 30 * MINUTE_MS, long + 2 * HOUR_MS),
        gap('tw', long, long + 29 * MINUTE_MS),
        gap('kr', NOW_MS - HOUR_MS, undefined),
      ],
      NOW_MS,
    )
    assert.deepEqual(
      notes.map(({ region, fromMs, untilMs }) => [region, fromMs, untilMs]),
      [
        ['kr', NOW_MS - HOUR_MS, undefined],
        ['jp', long, long + 2 * HOUR_MS],
      ],
    )
  })

  it('forget what ended two weeks ago, and are at most twenty', () => {
    const old = NOW_MS - 15 * DAY_MS
    assert.deepEqual(describeGapNotes([gap('jp', old, old + DAY_MS - 1)], NOW_MS), [])
    const many = Array.from({ length: 30 }, (_, at) =>
      gap('jp', NOW_MS - (2 * at + 2) * HOUR_MS, NOW_MS - (2 * at + 1) * HOUR_MS),
    )
    assert.equal(describeGapNotes(many, NOW_MS).length, 20)
  })
})
