import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startPostgres, type Postgres } from '../../scripts/cluster/start-postgres.ts'
import type { Board } from '../../src/game/board.ts'
import type { GatewayCall } from '../../src/game/gateway.ts'
import { createCollector } from '../../src/history/collector/collector.ts'
import type { HistoryStore } from '../../src/history/history-store.ts'
import { openPostgresHistory } from '../../src/history/store/open-postgres-history.ts'
import type { Clock } from '../../src/platform/time/clock.ts'
import { wait } from '../../src/platform/concurrency/wait.ts'
import { systemClock } from '../../src/platform/time/system-clock.ts'
import { skipWithout } from '../harness/servers.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { BOARD, createCollectorScene, NOON, RANKS } from './collector-scene.ts'

// A collector whose clock is an hour ahead, with a gateway that does not state when it fetched.

const folder = temporaryFolder()
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const RANKING = RANKS.map((rank) => ({ rank, point: 1_000 - rank }))

async function historyOf(store: HistoryStore, board: Board) {
  const { series, gaps } = await store.series({
    board,
    ranks: [1],
    fromMs: 0,
    untilMs: 9e12,
    stepMs: 0,
    snapshotsMax: 1_000,
  })
  return { times: series[0]?.points.map(({ atMs }) => atMs) ?? [], gaps }
}

describe('a collector whose clock is set an hour ahead', () => {
  it('writes no future snapshots while another region dates its replies, and resumes by itself', async () => {
    const scene = createCollectorScene(folder)
    const { clock, store } = scene
    const trueMs = () => NOON + clock.monotonicMs()
    const datedBoard: Board = { ...BOARD, region: 'tw' }
    const read = async ({ region }: GatewayCall) => {
      const message = { ranking: RANKING }
      const reply =
        region === 'tw'
          ? { message, fetchedAtMs: Math.min(trueMs(), clock.nowMs()), isDated: true }
          : { message, fetchedAtMs: clock.nowMs() }
      return { reply, coalesced: false }
    }
    await scene.watch()
    await scene.watch({ board: datedBoard })
    const collector = scene.start({ gateway: { read } })
    await scene.pass(5 * MINUTE)
    const earlier = await historyOf(store, BOARD)
    assert.deepEqual(earlier.gaps, [])
    clock.setWall(trueMs() + HOUR)
    await scene.pass(5 * MINUTE)
    const during = await historyOf(store, BOARD)
    assert.deepEqual(during.times, earlier.times)
    assert.deepEqual(
      during.gaps.map(({ fromMs, untilMs, reason }) => [fromMs, untilMs, reason]),
      [[earlier.times.at(-1), undefined, 'clock']],
    )
    clock.setWall(trueMs())
    await scene.pass(5 * MINUTE)
    await collector.close()
    const { times, gaps } = await historyOf(store, BOARD)
    assert.ok(times.length >= earlier.times.length + 4, 'it resumes')
    assert.ok(times.every((atMs) => atMs <= trueMs()))
    assert.deepEqual(
      gaps.map(({ reason }) => reason),
      ['clock'],
    )
    const datedHistory = await historyOf(store, datedBoard)
    assert.deepEqual(datedHistory.gaps, [], 'the dates of a gateway are right')
    assert.ok(datedHistory.times.length >= 14)
    const live = await scene.live()
    assert.ok(live.every(({ atMs }) => atMs <= trueMs()))
    const told = scene.observed.filter(({ type }) => type === 'collector.clock')
    assert.deepEqual(
      told.map((one) => one.type === 'collector.clock' && one.state),
      ['ahead', 'right'],
    )
    await store.close()
  })

  describe('over PostgreSQL', { skip: skipWithout('postgres', 'initdb') }, () => {
    let server: Postgres
    before(async () => {
      server = await startPostgres({ folder: join(folder, 'server') })
    })
    after(() => server.stop())

    it("writes no future snapshots by the server's clock, and resumes by itself", async () => {
      let offsetMs = HOUR
      const clock: Clock = { ...systemClock, nowMs: () => systemClock.nowMs() + offsetMs }
      const store = openPostgresHistory(server.url, clock)
      let reads = 0
      const collector = createCollector({
        store,
        gateway: {
          read: async () => {
            reads += 1
            const message = { ranking: RANKING }
            return { reply: { message, fetchedAtMs: clock.nowMs() }, coalesced: false }
          },
        },
        clock,
        observe: () => {},
        holder: 'ahead',
        leaseMs: 15_000,
        speed: 1,
        inFlightMax: 4,
        announced: { ranks: RANKS, cadenceMs: 1_000, afterEndMs: 0 },
        readEvents: async () => [],
        toWallMs: (gameMs) => gameMs,
        readWatches: async () => [
          {
            board: BOARD,
            ranks: RANKS,
            cadenceMs: 1_000,
            fromMs: undefined,
            untilMs: undefined,
            paused: false,
            origin: 'file',
          },
        ],
      })
      const until = async (isTrue: () => Promise<boolean>, what: string) => {
        for (let tries = 0; !(await isTrue()); tries += 1) {
          assert.ok(tries < 400, what)
          await wait(systemClock, 50)
        }
      }
      const startedMs = systemClock.nowMs()
      await until(async () => (await historyOf(store, BOARD)).gaps.length > 0, 'there is no gap')
      await until(async () => reads >= 4, 'it does not poll')
      const during = await historyOf(store, BOARD)
      assert.deepEqual(during.times, [])
      assert.equal(during.gaps[0]?.reason, 'clock')
      const fromMs = during.gaps[0]?.fromMs ?? 0
      assert.ok(fromMs >= startedMs - 1_000 && fromMs <= systemClock.nowMs() + 1_000)
      offsetMs = 0
      await until(async () => (await historyOf(store, BOARD)).times.length >= 2, 'it stays away')
      await collector.close()
      const { times, gaps } = await historyOf(store, BOARD)
      assert.ok(times.every((atMs) => atMs <= systemClock.nowMs()))
      assert.deepEqual(
        gaps.map(({ reason }) => reason),
        ['clock'],
      )
      await store.close()
    })
  })
})
