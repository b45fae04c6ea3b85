import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Board } from '../../game/board.ts'
import { MINUTE_MS, SECOND_MS } from '../../platform/time/time-units.ts'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { DataObserver } from './data-observer.ts'
import { BATCH_MS } from './region-batches.ts'
import { SubscriptionIndex } from './subscription-index.ts'

const NOW = 1_000 * MINUTE_MS

function createScene() {
  const index = new SubscriptionIndex()
  index.apply({
    revision: 1,
    webhookId: 'a',
    subscription: {
      webhookId: 'a',
      developerId: 'ada',
      filter: {
        regions: ['jp', 'tw'],
        events: [],
        conditions: [
          { type: 'data.stale', minutes: 10 },
          { type: 'data.recovered', minutes: 10 },
        ],
      },
      sinceMs: 0,
    },
  })
  const clock = createManualClock(NOW)
  return { clock, data: new DataObserver(index, clock) }
}

const boardOf = (id: string, region: Board['region'] = 'jp'): Board => ({
  region,
  kind: 'event',
  id,
})

/** A watch without a snapshot since a time. */
function watch(
  id: string,
  fromMs: number,
  { paused = false, untilMs = undefined as number | undefined } = {},
) {
  return {
    watch: {
      board: boardOf(id),
      ranks: [1],
      cadenceMs: 60_000,
      fromMs: undefined,
      untilMs,
      paused,
      origin: 'announced' as const,
    },
    lastSnapshotMs: fromMs,
    gap: { fromMs, untilMs: undefined, reason: 'maintenance' as const, failures: 3 },
    snapshots: 1,
  }
}

describe('webhooks on data', () => {
  it('are told once of the boards of a region that become stale within a cadence', () => {
    const { clock, data } = createScene()
    const staleAt = NOW - 10 * MINUTE_MS
    const watches = [
      watch('1', staleAt + 1),
      watch('2', staleAt + 45 * SECOND_MS),
      watch('3', staleAt + 1, { paused: true }),
      watch('4', staleAt + 1, { untilMs: NOW }),
    ]
    for (let fromMs = NOW; fromMs < NOW + BATCH_MS; fromMs += 30 * SECOND_MS) {
      data.addStale(watches, { fromMs, untilMs: fromMs + 30 * SECOND_MS })
    }
    assert.deepEqual(data.release(), [])
    assert.deepEqual(data.storedCursor({ liveSeq: 9, clockMs: NOW + 9e5 }), {
      liveSeq: 9,
      clockMs: NOW,
    })
    clock.advance(BATCH_MS)
    const [notice, ...rest] = data.release()
    assert.deepEqual(rest, [])
    const { boards, reason } = notice?.content.data ?? {}
    assert.deepEqual([reason, notice?.webhookIds], ['maintenance', ['a']])
    assert.deepEqual(boards, [
      { kind: 'event', id: '1', since: String(staleAt + 1) },
      { kind: 'event', id: '2', since: String(staleAt + 45 * SECOND_MS) },
    ])
    assert.deepEqual(data.release(), [])
  })

  it('are told once for each region of the boards that recovered, if they were stale for long', () => {
    const { clock, data } = createScene()
    const recover = (board: Board, staleMs: number, seq: number) => {
      const untilMs = clock.nowMs()
      data.addRecovered({ board, gap: { fromMs: untilMs - staleMs, untilMs } }, seq)
    }
    recover(boardOf('1'), 10 * MINUTE_MS, 7)
    clock.advance(40 * SECOND_MS)
    recover(boardOf('2'), 10 * MINUTE_MS, 8)
    recover(boardOf('3'), 10 * MINUTE_MS - 1, 9)
    recover(boardOf('1', 'tw'), 20 * MINUTE_MS, 10)
    assert.deepEqual(data.storedCursor({ liveSeq: 10, clockMs: NOW }), { liveSeq: 6, clockMs: NOW })
    clock.advance(BATCH_MS - 40 * SECOND_MS)
    const idsOf = () =>
      data
        .release()
        .map(({ content: { data: told } }) => [
          told['region'],
          (told['boards'] as readonly { readonly id: string }[]).map(({ id }) => id),
        ])
    assert.deepEqual(idsOf(), [['jp', ['1', '2']]])
    assert.equal(data.storedCursor({ liveSeq: 10, clockMs: NOW }).liveSeq, 9)
    clock.advance(40 * SECOND_MS)
    assert.deepEqual(idsOf(), [['tw', ['1']]])
    assert.equal(data.storedCursor({ liveSeq: 10, clockMs: NOW }).liveSeq, 10)
  })

  it('are told the same again, under the same id, of what a crash interrupted', () => {
    const told = () => {
      const { clock, data } = createScene()
      data.addStale([watch('1', NOW - 10 * MINUTE_MS)], { fromMs: NOW - 1, untilMs: NOW })
      const gap = { fromMs: NOW - 10 * MINUTE_MS, untilMs: NOW }
      data.addRecovered({ board: boardOf('1'), gap }, 7)
      clock.advance(BATCH_MS)
      return data.release().map(({ messageId }) => messageId)
    }
    assert.equal(new Set(told()).size, 2)
    assert.deepEqual(told(), told())
  })
})
