import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openHistory } from '../../src/history/store/open-history.ts'
import { startSimulator, type Simulator } from '../../src/simulator/start-simulator.ts'
import type { Board } from '../../src/game/board.ts'
import { startGameClock } from '../../src/game/game-clock.ts'
import type { Gateway } from '../../src/game/gateway.ts'
import type { Gap, SeriesReply } from '../../src/history/history-store.ts'
import { wait } from '../../src/platform/concurrency/wait.ts'
import { createEmbeddedGateway } from '../../src/dataset/embedded-gateway.ts'
import { demoEventPeriod, DEMO_REPEAT_MS } from '../../src/demo/demo-calendar.ts'
import { copyTestDataset } from '../harness/copy-test-dataset.ts'
import { createFastClock } from '../harness/fast-clock.ts'
import { startTestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// A complete event of a week, in 75 seconds on a clock that runs ten times as fast as the
// machine's.
const folder = temporaryFolder()
const clock = createFastClock(10)
const GAME_SPEED = 8_000
const KEY = 'key-of-the-simulated-event'
const BOARD: Board = { region: 'jp', kind: 'event', id: '2001' }
/** Two players share rank 10, and rank 57 has none. */
const RANKS = [1, 2, 10, 57, 99, 300]
const first = demoEventPeriod('jp', 0)
const RUN = {
  startMs: first.startMs + 400 * DEMO_REPEAT_MS,
  endMs: first.endMs + 400 * DEMO_REPEAT_MS,
}

interface Served {
  readonly fetchedAtMs: number
  /** Points of each rank with a player. */
  readonly points: Readonly<Record<string, number>>
  /** The injected fault at a time, if any. */
  readonly trouble: string
}

describe('a simulated event', () => {
  const served: Served[] = []
  let trouble = ''
  let gatewayClockMs = 0
  let simulator: Simulator
  let embedded: Gateway
  const startedMs = clock.nowMs()
  /** Returns the wall time of a game time. */
  const wallOf = (gameMs: number) =>
    Math.round(startedMs + (gameMs - RUN.startMs) / GAME_SPEED) + 4_000

  before(async () => {
    const file = join(folder, 'game.db')
    await copyTestDataset(file)
    const behindMs = (clock.nowMs() - wallOf(RUN.startMs)) * GAME_SPEED
    const gameTime = { startsAtMs: RUN.startMs + behindMs, speed: GAME_SPEED }
    embedded = createEmbeddedGateway({
      file,
      clock,
      gameNowMs: startGameClock(clock, gameTime),
      sizes: { boardRows: 100, searchResults: 50, announcements: 200 },
    })
    const game: Gateway = {
      ...embedded,
      read: async (call, context) => {
        const { message, fetchedAtMs: trueMs } = await embedded.read(call, context)
        const fetchedAtMs = trueMs + gatewayClockMs
        if (call.operation === 'event.ranking') {
          const { ranking = [] } = message as { ranking?: { rank: number; point: number }[] }
          const points = Object.fromEntries(ranking.map(({ rank, point }) => [rank, point]))
          served.push({ fetchedAtMs, points, trouble })
        }
        return { message, fetchedAtMs }
      },
    }
    simulator = await startSimulator({ data: game, clock, key: KEY })
    const startsAt = wallOf(RUN.startMs)
    const event = { region: 'jp', id: BOARD.id, startsAt, endsAt: wallOf(RUN.endMs) }
    writeFileSync(join(folder, 'events.json'), JSON.stringify({ events: [event] }))
  })
  after(async () => {
    await simulator.close()
    await embedded.close()
  })

  const start = () =>
    startTestService({
      folder,
      clock,
      environment: {
        BACKLINE_COLLECT: 'on',
        BACKLINE_COLLECT_RANKS: RANKS.join(','),
        BACKLINE_COLLECT_CADENCE_MS: '1000',
        BACKLINE_EVENTS_FILE: join(folder, 'events.json'),
        BACKLINE_GATEWAY_URL: simulator.origin,
        BACKLINE_GATEWAY_KEY: KEY,
      },
    })
  const setFaults = async (...faults: readonly string[]) => {
    // What is served during this change may go either way, so it is not checked for faults.
    trouble = ''
    const answer = await fetch(`${simulator.origin}/simulator/faults`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${KEY}` },
      body: JSON.stringify(faults),
    })
    assert.equal(answer.status, 200)
    trouble = faults.join()
  }
  /** Waits for `count` more answers, however busy the machine is. */
  const readings = async (count: number) => {
    const from = served.length
    while (served.length < from + count) await pass(0.5)
  }
  const pass = (seconds: number) => wait(clock, seconds * 1_000)

  it('has the served history, a gap for every failure, and no invented point', async () => {
    let service = await start()
    await readings(5)
    await setFaults('maintenance')
    await pass(6)
    await setFaults()
    await pass(6)
    await setFaults('reset')
    await pass(6)
    await setFaults()
    await pass(6)
    trouble = 'clock'
    gatewayClockMs = -20_000
    await pass(6)
    gatewayClockMs = 0
    trouble = ''
    await pass(6)
    await service.stop()
    await pass(6)
    service = await start()
    await readings(5)
    await pass(Math.max(0, (wallOf(RUN.endMs) - clock.nowMs()) / 1_000))
    await readings(2)
    await service.stop()

    const history = await openHistory(service.config, clock)
    const reply = await history.series({
      board: BOARD,
      ranks: RANKS,
      fromMs: 0,
      untilMs: 9e12,
      stepMs: 0,
      snapshotsMax: 10_000,
    })
    const newest = await history.snapshot(BOARD)
    await history.close()

    const kept = snapshotsOf(reply)
    assert.ok(kept.size > 12, `${kept.size} snapshots`)
    // After it was set back, a clock may repeat a time.
    const sound = served.filter(({ trouble: reason }) => reason !== 'clock')
    const servedAt = new Map(sound.map((one) => [one.fetchedAtMs, one.points]))
    for (const [atMs, points] of kept) assert.deepEqual(points, servedAt.get(atMs))
    // What was in flight when a server stopped or the machine was too busy is missing, and recorded
    // as a gap.
    const lastMs = Math.max(...kept.keys())
    for (const { fetchedAtMs, trouble: reason } of served) {
      if (reason === 'clock' || kept.has(fetchedAtMs) || fetchedAtMs > lastMs) continue
      const isInGap = ({ fromMs, untilMs = Infinity }: Gap) =>
        fromMs < fetchedAtMs && fetchedAtMs < untilMs
      assert.ok(reply.gaps.some(isInGap), `${fetchedAtMs} is missing (${reason})`)
    }
    for (const { fetchedAtMs, trouble: reason } of served) {
      const isSaidTwice = reason === 'clock' && servedAt.has(fetchedAtMs)
      if (!isSaidTwice && ['clock', 'maintenance'].includes(reason)) {
        assert.ok(!kept.has(fetchedAtMs))
      }
    }

    const reasons = reply.gaps.map(({ reason }) => reason)
    assert.deepEqual(
      ['maintenance', 'clock', 'not_collected'].filter(
        (reason) => !reasons.includes(reason as never),
      ),
      [],
    )
    assert.ok(reasons.some((reason) => ['upstream_error', 'unavailable'].includes(reason)))
    for (const { fromMs, untilMs = Infinity } of reply.gaps) {
      assert.ok([...kept.keys()].every((atMs) => atMs <= fromMs || atMs >= untilMs))
    }
    const ties = newest?.rows.find(({ rank }) => rank === 10)?.holders.length
    assert.ok(ties !== undefined && ties >= 2, 'the tie')
    assert.ok([...kept.values()].every((points) => points['57'] === undefined))
    // Points only grow, and none decreased while it was stopped.
    const firstRank = [...kept].toSorted(([one], [other]) => one - other).map(([, row]) => row['1'])
    assert.deepEqual(
      firstRank,
      firstRank.toSorted((one, other) => (one ?? 0) - (other ?? 0)),
    )
  })
})

function snapshotsOf({ series }: SeriesReply): Map<number, Record<string, number>> {
  const byTime = new Map<number, Record<string, number>>()
  for (const { rank, points } of series) {
    for (const { atMs, points: value } of points) {
      const row = byTime.get(atMs) ?? {}
      byTime.set(atMs, value === undefined ? row : { ...row, [rank]: value })
    }
  }
  return byTime
}
