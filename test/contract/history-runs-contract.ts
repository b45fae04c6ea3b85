import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { GameEvent } from '../../src/game/game-event.ts'
import { createPublicHandlers } from '../../src/history/api/handlers/public-handlers.ts'
import type { PublicClient } from '../../src/history/api/public-content.ts'
import type { Region } from '../../src/game/region.ts'
import type { HistoryStore, KnownRun } from '../../src/history/history-store.ts'
import { acquireLease, watchBoard, type HistoryStoreUnderTest } from './history-under-test.ts'

/** The middle of the runs, in Unix milliseconds. */
const NOW_MS = 1_790_000_000_000
const HOUR_MS = 3_600_000
const COUNT = 2_500
const region: Region = 'kr'
const client: PublicClient = {
  signal: new AbortController().signal,
  encoding: undefined,
  known: [],
  lastEventId: undefined,
  network: '',
}

const runOf = (id: string, startsAtMs: number, lastsMs: number): GameEvent => ({
  region,
  id,
  name: undefined,
  startsAtMs,
  endsAtMs: startsAtMs + lastsMs,
})

/** One run per hour, consecutive, of five events in turn; and 150 that start at the same time. */
const HOURLY = Array.from({ length: COUNT }, (_, hour) =>
  runOf(String(1 + (hour % 5)), NOW_MS + (hour - COUNT / 2) * HOUR_MS, HOUR_MS),
)
const AT_ONCE_MS = NOW_MS - 100 * HOUR_MS - 1
const AT_ONCE = Array.from({ length: 150 }, (_, at) => runOf(String(100 + at), AT_ONCE_MS, 1))

/** Contract of every history store for the runs of events, any number per region. */
export function historyRunsContract(
  name: string,
  open: () => Promise<HistoryStoreUnderTest>,
): void {
  describe(`the runs of events (${name})`, () => {
    let test: HistoryStoreUnderTest
    let store: HistoryStore
    const read: number[] = []
    before(async () => {
      test = await open()
      store = test.other
      await test.store.putEvents([...HOURLY, ...AT_ONCE], await acquireLease(test.store))
    })
    after(() => test.close())

    const startsOf = (runs: readonly KnownRun[]) =>
      runs.map(({ startsAtMs }) => (startsAtMs - NOW_MS) / HOUR_MS)
    const handlersAt = (nowMs: number) => {
      const counted = {
        ...store,
        events: async (...query: Parameters<HistoryStore['events']>) => {
          const runs = await store.events(...query)
          read.push(runs.length)
          return runs
        },
        runs: async (query: Parameters<HistoryStore['runs']>[0]) => {
          const runs = await store.runs(query)
          read.push(runs.length)
          return runs
        },
      }
      return createPublicHandlers({
        store: counted,
        clock: { nowMs: () => nowMs },
        speed: 1,
        hasPlayerPages: true,
      })
    }

    it('keep their number, facts and later runs when the game moves their start', async () => {
      const moving = { ...runOf('900', NOW_MS + HOUR_MS, HOUR_MS), region: 'tw' as const }
      const later = { ...moving, startsAtMs: NOW_MS + 9 * HOUR_MS, endsAtMs: NOW_MS + 10 * HOUR_MS }
      const lease = await acquireLease(test.store)
      await test.store.putEvents([moving, later], lease)
      const fact = (startsAtMs: number, content: object) => ({
        region: 'tw' as const,
        kind: 'event' as const,
        id: '900',
        startsAtMs,
        source: 'observed' as const,
        content: { ...content },
      })
      await test.store.patchFacts([fact(moving.startsAtMs, { seenAtMs: 5 })])
      const to = { ...moving, startsAtMs: NOW_MS + 2 * HOUR_MS, endsAtMs: NOW_MS + 3 * HOUR_MS }
      const movedFromMs = moving.startsAtMs
      assert.deepEqual(await test.store.putEvents([{ ...to, movedFromMs }], lease), [to])
      assert.deepEqual(await test.store.putEvents([{ ...to, movedFromMs }], lease), [])
      assert.deepEqual(
        (await store.runs({ region: 'tw', startsFromMs: NOW_MS, max: 9 })).map((run) => [
          run.number,
          run.startsAtMs,
        ]),
        [
          [2, later.startsAtMs],
          [1, to.startsAtMs],
        ],
      )
      assert.deepEqual(await store.facts({ region: 'tw', kind: 'event', ids: ['900'] }), [
        fact(to.startsAtMs, { seenAtMs: 5 }),
      ])
      // Never onto another run.
      await test.store.putEvents([{ ...later, movedFromMs: to.startsAtMs }], lease)
      assert.equal((await store.events('tw', '900')).length, 2)
    })

    it('are read in a range, latest start first, up to the requested number', async () => {
      assert.deepEqual(startsOf(await store.runs({ region, max: 2 })), [1_249, 1_248])
      const early = { region, startsBeforeMs: NOW_MS, max: 3 }
      const found = await store.runs(early)
      assert.deepEqual(startsOf(found), [-1, -2, -3])
      assert.deepEqual(
        found.map(({ nextStartsAtMs = 0 }) => (nextStartsAtMs - NOW_MS) / HOUR_MS),
        [4, 3, 2],
      )
      const now = { region, startsBeforeMs: NOW_MS + 1, endsAfterMs: NOW_MS, max: 100 }
      assert.deepEqual(startsOf(await store.runs(now)), [0])
      const coming = { region, startsFromMs: NOW_MS + 1_248 * HOUR_MS, max: 100 }
      assert.deepEqual(startsOf(await store.runs(coming)), [1_249, 1_248])
      const equal = { region, startsFromMs: AT_ONCE_MS, startsBeforeMs: AT_ONCE_MS + 1, max: 3 }
      assert.deepEqual(
        (await store.runs(equal)).map(({ id }) => id),
        ['100', '101', '102'],
      )
      assert.deepEqual(await store.runs({ region: 'en', max: 100 }), [])
    })

    it('are found by the watched boards: the latest run of each', async () => {
      await watchBoard(test.store, { region, kind: 'event', id: '2' })
      await watchBoard(test.store, { region, kind: 'music', id: '3' })
      const [latest, ...others] = await store.runs({ region, isLatestOfWatched: true, max: 10 })
      assert.deepEqual([latest?.id, latest?.nextStartsAtMs, others], ['2', undefined, []])
      assert.equal(latest?.startsAtMs, NOW_MS + 1_246 * HOUR_MS)
    })

    it('are listed once each, page by page, reading only a page and its ties', async () => {
      read.length = 0
      const handlers = handlersAt(NOW_MS)
      const seen: string[] = []
      for (let from: number | undefined; ;) {
        const { message } = await handlers['public.events.list']({ region, before: from }, client)
        for (const { id, startsAt } of message.events ?? []) seen.push(`${id} ${startsAt}`)
        from = Number(message.nextBefore)
        if (from === 0) break
      }
      assert.equal(seen.length, COUNT + AT_ONCE.length)
      assert.equal(new Set(seen).size, seen.length)
      assert.ok(Math.max(...read) <= 150, `${Math.max(...read)} runs were read at once`)
    })

    it('are found while they are running, and the answer is fresh until the next one starts', async () => {
      read.length = 0
      const { message, freshForMs } = await handlersAt(NOW_MS + HOUR_MS - 500)[
        'public.events.current'
      ]({ region }, client)
      assert.deepEqual(
        message.events?.map(({ id, state }) => [id, state]),
        [['1', 'running']],
      )
      assert.equal(freshForMs, 500)
      assert.ok(Math.max(...read) <= 2)
    })
  })
}
