import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { GameEvent } from '../../src/game/game-event.ts'
import {
  maintenance,
  unavailable,
  upstreamError,
} from '../../src/platform/http/errors/service-error.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { BOARD, createCollectorScene, newest, NOON, RANKS, secondOf } from './collector-scene.ts'

const folder = temporaryFolder()
const MINUTE = 60_000

const EVENT: GameEvent = {
  region: 'jp',
  id: '2001',
  name: 'Summer',
  startsAtMs: NOON + 2 * MINUTE,
  endsAtMs: NOON + 60 * MINUTE,
}

describe('the collector', () => {
  it('does not change the watches of announced events until it has read the announcements', async () => {
    const scene = createCollectorScene(folder)
    scene.events = [EVENT]
    const first = scene.start()
    await scene.pass(MINUTE)
    await first.close()
    const second = scene.start({
      readEvents: async () => {
        throw new Error('The events cannot be read.')
      },
    })
    await scene.pass(MINUTE)
    const watched = (await scene.store.watches()).map(({ watch }) => watch.board)
    await second.close()
    assert.deepEqual(watched, [BOARD])
  })

  it('records every served snapshot of an event, a gap for every failure, and nothing else', async () => {
    const scene = createCollectorScene(folder)
    const { served, pass } = scene
    scene.events = [EVENT]
    let collector = scene.start()
    await pass(5 * MINUTE)
    assert.ok(served.length >= 2 && served.length <= 4, 'it begins with the event')
    assert.ok((served[0]?.fetchedAtMs ?? 0) >= EVENT.startsAtMs)

    scene.outcome = maintenance(new Error('It is closed.'))
    await pass(4 * MINUTE)
    scene.outcome = 'answers'
    await pass(3 * MINUTE)
    scene.outcome = upstreamError(new Error('It stumbles.'))
    await pass(MINUTE)
    scene.outcome = 'answers'
    await pass(3 * MINUTE)
    // The gateway's clock is set back by two minutes, and is correct again later.
    const beforeJump = served.length
    scene.gatewayClockMs = -2 * MINUTE
    await pass(2 * MINUTE)
    scene.gatewayClockMs = 0
    const refused = served
      .slice(beforeJump)
      .filter(({ fetchedAtMs }) => fetchedAtMs <= (served[beforeJump - 1]?.fetchedAtMs ?? 0))
    assert.ok(refused.length >= 1)
    await pass(3 * MINUTE)
    // Killed without a clean stop, and started again ten minutes later.
    const { store } = scene
    scene.outcome = 'hangs'
    const before = served.length
    await collector.close()
    await pass(10 * MINUTE)
    assert.equal(served.length, before)
    scene.outcome = 'answers'
    collector = scene.start()
    await pass(MINUTE)
    scene.outcome = 'is empty'
    await pass(MINUTE)
    scene.outcome = 'answers'
    await pass(45 * MINUTE)
    await collector.close()

    const { snapshots, gaps } = await scene.history()
    assert.deepEqual(
      snapshots,
      served.filter((one) => !refused.includes(one)),
    )
    assert.deepEqual(
      gaps.map((gap) => gap.split(' ')[1]),
      ['maintenance', 'upstream_error', 'clock', 'not_collected', 'partial'],
    )
    for (const { fetchedAtMs } of snapshots) {
      assert.ok(fetchedAtMs >= EVENT.startsAtMs && fetchedAtMs < EVENT.endsAtMs + 10 * MINUTE)
    }
    const ties = (await newest(store)).rows.find(({ rank }) => rank === 10)
    assert.deepEqual(
      ties?.holders.map(({ id }) => id),
      ['10', '10b'],
    )
    // The listeners received the same, in the same order.
    const live = await scene.live()
    const heard = live.flatMap(({ liveEvent }) =>
      liveEvent.type === 'snapshot' ? [liveEvent.fetchedAtMs] : [],
    )
    assert.deepEqual(
      heard,
      snapshots.map(({ fetchedAtMs }) => fetchedAtMs),
    )
    const others = live.map(({ liveEvent }) => liveEvent.type).filter((type) => type !== 'snapshot')
    const turns = others.filter((type) => type.startsWith('event.'))
    assert.deepEqual(turns, ['event.started', 'event.ended'])
    assert.equal(others.filter((type) => type === 'gap.began').length, 5)
    assert.equal(others.filter((type) => type === 'gap.ended').length, 5)
    assert.ok(others.includes('crossed'))
    await store.close()
  })

  it('polls each watch once per cadence, evenly spread, with bounded concurrency per region', async () => {
    const scene = createCollectorScene(folder)
    for (let id = 1; id <= 40; id += 1) {
      await scene.watch({ board: { ...BOARD, id: String(id) } })
    }
    const collector = scene.start({ inFlightMax: 3 })
    await scene.pass(2 * MINUTE)
    assert.equal(scene.mostInFlight.get('jp'), 3)
    const from = scene.calls.length
    const seconds: number[] = []
    for (let second = 0; second < 600; second += 1) {
      const before = scene.calls.length
      await scene.pass(1_000)
      seconds.push(scene.calls.length - before)
    }
    const boards = scene.calls.slice(from).filter(({ operation }) => operation === 'event.ranking')
    assert.equal(boards.length, 400)
    assert.ok(Math.max(...seconds) <= 6, `${Math.max(...seconds)} in one second`)
    await collector.close()
    await scene.store.close()
  })

  it('never queues two polls of one board, and keeps its interval when a poll hangs', async () => {
    const scene = createCollectorScene(folder)
    await scene.watch()
    const collector = scene.start()
    await scene.pass(MINUTE)
    scene.outcome = 'hangs'
    await scene.pass(10 * MINUTE)
    assert.equal(scene.mostInFlight.get('jp'), 2, 'the board, and the announcements')
    await collector.close()
    assert.equal(scene.clock.pending, 0)
    await scene.store.close()
  })

  it('notices watches that are added, changed, paused, resumed and removed', async () => {
    const scene = createCollectorScene(folder)
    const { served, pass } = scene
    const collector = scene.start()
    const readIn = async (ms: number) => {
      const before = served.length
      await pass(ms)
      return served.length - before
    }
    assert.equal(await readIn(3 * MINUTE), 0)
    await scene.watch()
    assert.equal(await readIn(4_000), 1, 'at once')
    await scene.watch({ cadenceMs: 10_000 })
    assert.ok((await readIn(MINUTE)) >= 5)
    await scene.watch({ cadenceMs: 10_000, paused: true })
    await pass(4_000)
    assert.equal(await readIn(5 * MINUTE), 0)
    await scene.watch({ cadenceMs: 10_000 })
    assert.ok((await readIn(MINUTE)) >= 5)
    await scene.store.removeWatch(BOARD)
    await pass(4_000)
    assert.equal(await readIn(MINUTE), 0)
    const { gaps } = await scene.history()
    assert.match(gaps.join(), /^\S+ not_collected 0$/, 'while it was paused')
    await collector.close()
    await scene.store.close()
  })

  it('buffers poll results while the store is briefly unavailable, and loses none', async () => {
    const scene = createCollectorScene(folder)
    const { store } = scene
    await scene.watch()
    let away = false
    const guarded: typeof store = {
      ...store,
      record: async (...given) => {
        if (away) throw unavailable(new Error('It is away.'))
        return store.record(...given)
      },
    }
    const collector = scene.start({ store: guarded })
    await scene.pass(2 * MINUTE)
    away = true
    await scene.pass(5 * MINUTE)
    away = false
    await scene.pass(2 * MINUTE)
    const { snapshots, gaps } = await scene.history()
    assert.deepEqual(snapshots, scene.served)
    assert.ok(snapshots.length >= 8)
    assert.deepEqual(gaps, [])
    await collector.close()
    await store.close()
  })

  it('records stale gaps while a gateway repeats the same fetch for longer than two and a half cadences', async () => {
    const scene = createCollectorScene(folder)
    scene.gatewayCacheMs = 5 * MINUTE
    await scene.watch()
    const collector = scene.start()
    await scene.pass(20 * MINUTE)
    const { snapshots, gaps } = await scene.history()
    assert.deepEqual(
      snapshots.map(({ fetchedAtMs }) => secondOf(fetchedAtMs)),
      [0, 300, 600, 900, 1_200].slice(0, snapshots.length),
    )
    assert.ok(snapshots.length >= 4)
    assert.deepEqual(gaps, ['0-300 stale 3', '300-600 stale 3', '600-900 stale 3', '900- stale 3'])
    await collector.close()
    await scene.store.close()
  })

  it('is one of two, and the other continues where it stopped or was cut off, without duplicates', async () => {
    const scene = createCollectorScene(folder)
    const { store } = scene
    await scene.watch()
    const one = scene.start()
    await scene.settle()
    const two = scene.start()
    await scene.pass(5 * MINUTE)
    assert.deepEqual([one.state().collects, two.state().collects], [true, false])
    await one.close()
    await scene.pass(5 * MINUTE)
    assert.equal(two.state().collects, true)
    // It cannot renew its lease and does not notice, as if its machine had been suspended.
    let asleep = false
    const sleepy: typeof store = {
      ...store,
      acquireLease: (...given) => (asleep ? new Promise(() => {}) : store.acquireLease(...given)),
    }
    await two.close()
    const three = scene.start({ store: sleepy })
    await scene.pass(3 * MINUTE)
    asleep = true
    const four = scene.start()
    await scene.pass(5 * MINUTE)
    assert.deepEqual([three.state().collects, four.state().collects], [false, true])
    const { snapshots, gaps } = await scene.history()
    // One that is cut off continues to poll until it learns that the other has the lease.
    const times = new Set(scene.served.map(({ fetchedAtMs }) => fetchedAtMs))
    assert.ok(scene.served.length - times.size <= 1)
    assert.deepEqual(
      snapshots.map(({ fetchedAtMs }) => fetchedAtMs),
      [...times],
    )
    assert.deepEqual(gaps, [])
    assert.ok(snapshots.length >= 17, `${snapshots.length}`)
    asleep = false
    const closed = Promise.all([three.close(), four.close()])
    await scene.pass(2_000)
    await closed
    await store.close()
  })

  it('reports each new announcement of a watched region once, also across a takeover', async () => {
    const scene = createCollectorScene(folder)
    await scene.watch()
    const announce = (...ids: readonly string[]) => {
      const startAt = String(scene.clock.nowMs())
      const fresh = ids.map((id) => ({ id, title: `About ${id}`, startAt }))
      scene.announcements = [...scene.announcements, ...fresh]
    }
    announce('1')
    let collector = scene.start()
    await scene.pass(6 * MINUTE)
    announce('2', '3')
    await scene.pass(6 * MINUTE)
    await collector.close()
    announce('4')
    collector = scene.start()
    await scene.pass(6 * MINUTE)
    const told = async () =>
      (await scene.live()).flatMap(({ liveEvent }) =>
        liveEvent.type === 'announcement' ? [liveEvent.id] : [],
      )
    assert.deepEqual(await told(), ['2', '3', '4'])
    const lists = scene.calls.filter(({ operation }) => operation === 'announcement.list')
    assert.ok(lists.length >= 3 && lists.length <= 6)
    assert.deepEqual([...new Set(lists.map(({ region }) => region))], ['jp'])
    await collector.close()
    await scene.store.close()
  })

  it("gives the operator's watches precedence over those of a file and of events", async () => {
    const scene = createCollectorScene(folder)
    const { store } = scene
    scene.events = [EVENT]
    const song = { region: 'jp', kind: 'music', id: '7' } as const
    scene.fileWatches = [
      {
        board: song,
        ranks: undefined,
        cadenceMs: 30_000,
        fromMs: undefined,
        untilMs: undefined,
        paused: false,
        origin: 'file',
      },
    ]
    await scene.watch({ ranks: [1], cadenceMs: 20_000 })
    const collector = scene.start()
    await scene.pass(MINUTE)
    const list = async () =>
      (await store.watches()).map(({ watch }) => `${watch.board.kind} ${watch.origin}`).sort()
    assert.deepEqual(await list(), ['event operator', 'music file'])
    await store.removeWatch(BOARD)
    scene.fileWatches = []
    await scene.pass(4_000)
    assert.deepEqual(await list(), ['event announced'])
    assert.deepEqual(
      (await newest(store, song)).rows.map(({ rank, points }) => [rank, points]),
      [
        [1, 9],
        [2, 8],
        [4, 7],
      ],
    )
    assert.deepEqual(await store.events('jp', EVENT.id), [EVENT])
    await collector.close()
    await store.close()
  })

  it('polls in proportion to the speed of game time, and reports its lag', async () => {
    const scene = createCollectorScene(folder)
    await scene.watch()
    const collector = scene.start({ speed: 10 })
    await scene.pass(2 * MINUTE)
    assert.ok(scene.served.length >= 20, `${scene.served.length}`)
    const lag = () => collector.state().watches.map(({ lagMs }) => lagMs / 1_000)
    assert.deepEqual(lag(), [0])
    scene.outcome = unavailable(new Error('It is away.'))
    await scene.pass(MINUTE)
    assert.ok((lag()[0] ?? 0) > 45 && (lag()[0] ?? 0) <= 60)
    await collector.close()
    assert.deepEqual(collector.state(), { collects: false, watches: [] })
    await scene.store.close()
  })

  it('requests only the ranks of a watch', async () => {
    const scene = createCollectorScene(folder)
    await scene.watch()
    const collector = scene.start()
    await scene.pass(2 * MINUTE)
    assert.deepEqual(
      scene.calls.find(({ operation }) => operation === 'event.ranking'),
      {
        operation: 'event.ranking',
        region: 'jp',
        arguments: { eventId: '2001', ranks: RANKS },
      },
    )
    await collector.close()
    await scene.store.close()
  })
})
