import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PublicEnvelope } from '../../src/history/api/public-messages.ts'
import { checkPublicAnswer } from '../harness/check-public-answer.ts'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { EVENT_ID, MINUTE, START, startPublicScene, type PublicScene } from './scene.ts'

// Rank 1 gains 10 points a minute and is polled every minute; the polls of minutes 31 to 40 fail.
const HOUR = 60 * MINUTE
let scene: PublicScene

before(async () => {
  scene = await startPublicScene(temporaryFolder())
})
after(() => scene.test.stop())

/** Returns the speed of rank 1 at a time in milliseconds from the start of the event. */
async function speedAt(sinceMs: number, window = '15m', eventId = EVENT_ID) {
  const path = `/api/public/v1/game/jp/events/${eventId}/speed?ranks=1&window=${window}&at=${START + sinceMs}`
  const answer = checkPublicAnswer(await send(scene.test.origin, path, {}))
  assert.equal(answer.status, 200, answer.body.toString())
  const { first, last, spanMs, perHour, unknown } =
    (answer.json as PublicEnvelope<'Speed'>).ranks?.[0] ?? {}
  const sinceStart = (at: string | undefined) => at && (Number(at) - START) / MINUTE
  return {
    first: sinceStart(first?.fetchedAt),
    last: sinceStart(last?.fetchedAt),
    change: (last?.points ?? 0) - (first?.points ?? 0),
    spanMs,
    perHour,
    unknown,
  }
}

describe('a speed', () => {
  it('is computed over the whole window, at every second', async () => {
    for (let second = 0; second <= 150; second += 10) {
      const { change, spanMs, perHour } = await speedAt(100 * MINUTE + second * 1_000)
      assert.deepEqual([change, spanMs, perHour], [150, 15 * MINUTE, 600], `second ${second}`)
    }
  })

  it('starts at the newest snapshot at or before the window, and states the real period', async () => {
    // What retention keeps of an old event: one snapshot per quarter of an hour.
    const board = { region: 'jp', kind: 'event', id: '3004' } as const
    const startsAtMs = START
    await scene.putEvents({
      region: 'jp',
      id: '3004',
      name: 'Old',
      startsAtMs,
      endsAtMs: START + 2 * HOUR,
    })
    const minutes = [14, 29, 44, 59, 74, 89, 104, 119]
    await scene.record(
      ...minutes.map((minute) => ({
        snapshot: {
          board,
          fetchedAtMs: START + minute * MINUTE,
          ranks: [1],
          rows: [{ rank: 1, points: 1_000 * minute, holders: [] }],
        },
      })),
    )
    assert.deepEqual(await speedAt(2 * HOUR, '1h', '3004'), {
      first: 59,
      last: 119,
      change: 60_000,
      spanMs: HOUR,
      perHour: 60_000,
      unknown: undefined,
    })
    assert.deepEqual((await speedAt(118 * MINUTE, '1h', '3004')).spanMs, HOUR)
    assert.deepEqual((await speedAt(119 * MINUTE - 1, '15m', '3004')).spanMs, 15 * MINUTE)
    assert.deepEqual((await speedAt(103 * MINUTE, '15m', '3004')).first, 74)
  })

  it('is computed across a short gap, from the real readings on its sides', async () => {
    for (const [minute, first, last] of [
      [41, 26, 41],
      [45, 30, 45],
      [52, 30, 52],
    ] as const) {
      const speed = await speedAt(minute * MINUTE)
      assert.deepEqual(
        [speed.first, speed.last, speed.perHour, speed.unknown],
        [first, last, 600, undefined],
        `minute ${minute}`,
      )
    }
  })

  it('is unknown while a gap lasts, and when one leaves more than one and a half windows', async () => {
    for (const sinceMs of [
      30 * MINUTE + 1,
      35 * MINUTE,
      41 * MINUTE - 1,
      53 * MINUTE,
      56 * MINUTE - 1,
    ]) {
      const { perHour, unknown } = await speedAt(sinceMs)
      assert.deepEqual([perHour, unknown], [undefined, 'gap'], `minute ${sinceMs / MINUTE}`)
    }
    for (const sinceMs of [30 * MINUTE, 41 * MINUTE, 52 * MINUTE, 56 * MINUTE]) {
      const { perHour, unknown } = await speedAt(sinceMs)
      assert.deepEqual([perHour, unknown], [600, undefined], `minute ${sinceMs / MINUTE}`)
    }
  })

  it('is unknown while the run is younger than the window', async () => {
    assert.equal((await speedAt(15 * MINUTE - 1)).unknown, 'too_few_snapshots')
    assert.equal((await speedAt(15 * MINUTE)).perHour, 600)
  })

  it('is unknown when snapshots cover less than half of the window', async () => {
    assert.equal((await speedAt(127 * MINUTE)).perHour, 600)
    const { perHour, unknown, spanMs } = await speedAt(128 * MINUTE)
    assert.deepEqual([perHour, unknown, spanMs], [undefined, 'too_few_snapshots', 7 * MINUTE])
  })
})
