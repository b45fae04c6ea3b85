import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { UsageFlush, UsageRow, UsageStore } from '../../src/usage/usage-store.ts'
import { rowOf } from '../harness/usage-row.ts'

/** A store under test, and another one on the same tables. */
export interface UsageStoreUnderTest {
  readonly store: UsageStore
  readonly other: UsageStore
  close(): Promise<void>
}

/** Contract of every usage store. */
export function usageStoreContract(name: string, open: () => Promise<UsageStoreUnderTest>): void {
  describe(`the usage store, ${name}`, () => {
    let under: UsageStoreUnderTest
    let names = 0
    beforeEach(async () => {
      under = await open()
    })
    afterEach(() => under.close())

    /** Returns an unused developer id. */
    const developer = () => `developer ${(names += 1)} ${crypto.randomUUID()}`
    const row = (developerId: string, fields: Partial<UsageRow> = {}) =>
      rowOf(developerId, { hour: 500_000, ...fields })
    const flush = (rows: readonly UsageRow[], fields: Partial<UsageFlush> = {}): UsageFlush => ({
      process: crypto.randomUUID(),
      sequence: 1,
      rows,
      page: undefined,
      ...fields,
    })
    const all = { fromHour: 0, toHour: 1_000_000 }

    it('adds to existing counts, one by one, and keeps the greatest age', async () => {
      const [who, process] = [developer(), crypto.randomUUID()]
      const counts = { requests: 7, admitted: 5, overMinute: 2, overDay: 1, overConcurrency: 1 }
      const more = { calls: 3, callFailures: 1, hits: 2, joined: 1, answers: 4 }
      const one = row(who, { ...counts, ...more, ageMsSum: 9, ageMsMax: 6 })
      assert.equal(await under.store.add(flush([one], { process, sequence: 1 }), 1), true)
      const older = { ...one, ageMsMax: 4 }
      assert.equal(await under.store.add(flush([older], { process, sequence: 2 }), 2), true)
      const [sum] = await under.store.sums({ ...all, developerId: who, by: [] })
      const doubled = Object.entries({ ...counts, ...more, ageMsSum: 9 }).map(([key, value]) => [
        key,
        value * 2,
      ])
      assert.deepEqual(sum, { ...Object.fromEntries(doubled), ageMsMax: 6, failed: 0 })
    })

    it('adds each flush once, however often it is repeated, and rejects earlier ones after it', async () => {
      const [who, process] = [developer(), crypto.randomUUID()]
      const first = flush([row(who)], { process, sequence: 4 })
      const second = flush([row(who)], { process, sequence: 5 })
      assert.equal(await under.store.add(first, 1), true)
      assert.equal(await under.other.add(first, 1), false)
      assert.equal(await under.store.add(second, 1), true)
      assert.equal(await under.store.add(first, 1), false)
      const together = await Promise.all(
        [under.store, under.other].map((each) => each.add(second, 1)),
      )
      assert.deepEqual(together, [false, false])
      assert.equal(await requestsOf(under.store, who), 2)
    })

    it('adds everything that two concurrent writers add to the same rows', async () => {
      const who = developer()
      const rows = Array.from({ length: 40 }, (_, nth) =>
        row(who, { operation: `operation ${nth}` }),
      )
      const writers = [under.store, under.other].map(async (store, writer) => {
        const process = crypto.randomUUID()
        for (let sequence = 1; sequence <= 15; sequence += 1) {
          // One goes through the rows upwards, the other downwards: neither may deadlock.
          const sent = writer === 0 ? rows : rows.toReversed()
          await store.add(flush(sent, { process, sequence }), 1)
        }
      })
      await Promise.all(writers)
      const sums = await under.store.sums({ ...all, developerId: who, by: ['operation'] })
      assert.deepEqual(new Set(sums.map(({ requests }) => requests)), new Set([30]))
      assert.equal(sums.length, 40)
    })

    it('adds more rows than one statement accepts, and none when one of them is invalid', async () => {
      const who = developer()
      const rows = Array.from({ length: 1_000 }, (_, nth) => row(who, { keyId: `key ${nth}` }))
      await under.store.add(flush(rows), 1)
      assert.equal(await requestsOf(under.store, who), 1_000)
      const broken = { ...row(who, { keyId: 'last' }), requests: null as unknown as number }
      const process = crypto.randomUUID()
      await assert.rejects(under.store.add(flush([...rows, broken], { process }), 1))
      assert.equal(await requestsOf(under.store, who), 1_000)
      assert.equal(await under.store.add(flush(rows, { process }), 1), true)
      assert.equal(await requestsOf(under.store, who), 2_000)
    })

    it('filters rows by time, developer and keys', async () => {
      const [who, another] = [developer(), developer()]
      await under.store.add(
        flush([
          row(who, { hour: 9 }),
          row(who, { hour: 10, region: 'tw', status: 404, code: 'not_found' }),
          row(who, { hour: 10, keyId: 'other', status: 499 }),
          row(who, { hour: 11, status: 502, code: 'upstream_error' }),
          row(another, { hour: 10 }),
        ]),
        1,
      )
      const ask = { fromHour: 9, toHour: 11, developerId: who }
      const byHour = await under.store.sums({ ...ask, by: ['hour'] })
      const found = byHour.map(({ hour, requests, failed }) => [hour, requests, failed])
      assert.deepEqual(
        new Set(found.map(String)),
        new Set(
          [
            [10, 2, 1],
            [9, 1, 0],
          ].map(String),
        ),
      )
      const byCode = await under.store.sums({ ...ask, by: ['region', 'status', 'code'] })
      assert.deepEqual(
        byCode.map(({ region, status, code }) => `${region} ${status} ${code}`).toSorted(),
        ['jp 200 ', 'jp 499 ', 'tw 404 not_found'],
      )
      const ofKey = await under.store.sums({ ...ask, keyIds: ['other'], by: ['keyId'] })
      assert.deepEqual(
        ofKey.map(({ keyId, requests }) => [keyId, requests]),
        [['other', 1]],
      )
      assert.deepEqual(await under.store.sums({ ...ask, keyIds: [], by: ['keyId'] }), [])
      const everybody = await under.store.sums({ fromHour: 10, toHour: 11, by: ['developerId'] })
      const known = new Set(everybody.map(({ developerId }) => developerId))
      assert.ok(known.has(who) && known.has(another))
      const [nothing] = await under.store.sums({ ...ask, developerId: developer(), by: [] })
      assert.deepEqual([nothing?.requests, nothing?.failed], [0, 0])
    })

    it('returns the last active hour of developers', async () => {
      const [who, another] = [developer(), developer()]
      await under.store.add(flush([row(who, { hour: 3 }), row(who, { hour: 8 })]), 1)
      await under.store.add(flush([row(another, { hour: 5 })]), 1)
      const last = await under.other.lastUsed([who, another, developer()])
      assert.deepEqual(
        new Map(last),
        new Map([
          [who, 8 * 3_600_000],
          [another, 5 * 3_600_000],
        ]),
      )
      assert.deepEqual([...(await under.store.lastUsed([]))], [])
    })

    it('returns the last use of each key of a developer, and of no other developer', async () => {
      const [who, another] = [developer(), developer()]
      await under.store.add(
        flush([
          row(who, { hour: 3, keyId: 'one' }),
          row(who, { hour: 8, keyId: 'one', status: 429 }),
          row(who, { hour: 5, keyId: 'two' }),
          row(another, { hour: 9, keyId: 'three' }),
        ]),
        1,
      )
      const last = await under.other.keysLastUsed(who, ['one', 'three', 'unused'])
      assert.deepEqual([...last], [['one', 8 * 3_600_000]])
      assert.deepEqual([...(await under.store.keysLastUsed(who, []))], [])
    })

    it('finds pages by a second within them, newest first', async () => {
      const second = 1_000_000 + Math.floor(Math.random() * 1e8) * 10
      const bytes = (text: string) => new TextEncoder().encode(text)
      for (const [at, text] of ['old', 'new', 'later'].entries()) {
        const firstS = text === 'later' ? second + 5 : second - 2
        const page = pageOf(firstS, second + 6 + at, bytes(text))
        await under.store.add(flush([], { page }), 1)
      }
      const found = await under.store.pagesOf(second)
      assert.deepEqual(
        found.map((page) => new TextDecoder().decode(page)),
        ['new', 'old'],
      )
      assert.equal((await under.store.pagesOf(second + 5)).length, 3)
      assert.equal((await under.store.pagesOf(second - 3)).length, 0)
    })

    it('deletes rows and pages that are too old, and the oldest of too many pages', async () => {
      const who = developer()
      const second = 2_000_000_000
      const keep = FOREVER
      await forgetAll(under.store, { ...keep, pagesBytes: 0 })
      const rows = [1, 2, 3, 4].map((hour) => row(who, { hour: hour * 10 }))
      await under.store.add(flush(rows), 1)
      for (let nth = 0; nth < 6; nth += 1) {
        const page = pageOf(second + nth, second + nth, new Uint8Array(100))
        await under.store.add(flush([], { page }), 1)
      }
      await forgetAll(under.store, { ...keep, beforeHour: 30 })
      const byHour = await under.store.sums({ ...all, developerId: who, by: ['hour'] })
      assert.deepEqual(new Set(byHour.map(({ hour }) => hour)), new Set([30, 40]))
      const pages = async () =>
        Promise.all(
          [0, 1, 2, 3, 4, 5].map(async (nth) => (await under.store.pagesOf(second + nth)).length),
        )
      await forgetAll(under.store, { ...keep, pagesBeforeS: second + 1 })
      assert.deepEqual(await pages(), [0, 1, 1, 1, 1, 1])
      await forgetAll(under.store, { ...keep, pagesBytes: 250 })
      assert.deepEqual(await pages(), [0, 0, 0, 0, 1, 1])
    })

    it('deletes old pages behind any number of pages from a fast clock', async () => {
      const second = 2_000_000_000
      const keep = FOREVER
      await forgetAll(under.store, { ...keep, pagesBytes: 0 })
      const add = (at: number) =>
        under.store.add(flush([], { page: pageOf(at, at, new Uint8Array(10)) }), 1)
      for (let nth = 0; nth < 201; nth += 1) await add(second + 1_000)
      await add(second)
      await forgetAll(under.store, { ...keep, pagesBeforeS: second + 1 })
      assert.equal((await under.store.pagesOf(second)).length, 0)
      assert.equal((await under.store.pagesOf(second + 1_000)).length, 201)
      await forgetAll(under.store, { ...keep, pagesBytes: 0 })
    })

    it('returns the developers with the most requests, up to the requested number, and nothing for a time without requests', async () => {
      const who = developer()
      const rows = [3, 9, 1, 5].map((requests) => row(who, { keyId: `key ${requests}`, requests }))
      await under.store.add(flush(rows), 1)
      const question = { ...all, developerId: who, by: ['keyId'] as const }
      const found = await under.store.sums({ ...question, most: 2 })
      assert.deepEqual(
        found.map(({ keyId, requests }) => [keyId, requests]),
        [
          ['key 9', 9],
          ['key 5', 5],
        ],
      )
      const never = { fromHour: 2_399_999_000, toHour: 2_400_000_000 }
      assert.deepEqual(await under.store.sums({ ...question, ...never }), [])
    })

    it('adds up finished days, once, with what is added to them later', async () => {
      const who = developer()
      // A week that no other test uses: the days before it are summed up with it.
      const first = 24 * (100_000 + Math.floor(Math.random() * 1_000))
      const hours = [0, 5, 23, 24, 47, 48, 60].map((hour) => first + hour)
      const rows = hours.map((hour, nth) =>
        row(who, { hour, ageMsMax: nth, keyId: `key ${nth % 2}` }),
      )
      await under.store.add(flush(rows), 1)
      const question = { fromHour: first + 1, toHour: first + 61, developerId: who }
      const perHour = async () => {
        const sums = await under.store.sums({ ...question, by: ['hour', 'keyId'] })
        return total(sums)
      }
      const wholes = async (period = question) =>
        total(await under.store.sums({ ...period, by: ['keyId'] }))
      const [stood, stoodAll] = [await perHour(), await wholes({ ...question, fromHour: first })]
      while (await under.store.rollUp(first + 50));
      assert.equal(await under.other.rollUp(first + 50), false)
      assert.deepEqual([await perHour(), await wholes()], [stood, stood])
      assert.equal(await wholes({ ...question, fromHour: first }), stoodAll)
      const perDay = await under.store.sums({ ...question, by: ['hour'], isPerDay: true })
      assert.deepEqual(
        perDay.map(({ hour, requests }) => `${hour - first}: ${requests}`).toSorted(),
        ['23: 1', '24: 2', '48: 1', '5: 1', '60: 1'],
      )
      await under.store.add(
        flush([rows[1]!, rows[2]!, rows[3]!, rows[6]!]),
        (first + 100) * 3_600_000,
      )
      assert.equal(await perHour(), stood + 4)
      assert.equal(await wholes({ ...question, fromHour: first }), stoodAll + 4)
      await forgetAll(under.store, { ...FOREVER, beforeHour: first + 24 })
      assert.equal(await wholes({ ...question, fromHour: first }), stoodAll + 4 - 5)
    })

    it('returns durations by hour or day and operation, and deletes old ones', async () => {
      const who = developer()
      const durations = (...pairs: readonly number[]) => ({ durations: pairs })
      await under.store.add(
        flush([
          row(who, { hour: 48, ...durations(3, 2, 9, 1) }),
          row(who, { hour: 48, status: 404, code: 'not_found', ...durations(9, 4) }),
          row(who, { hour: 50, keyId: 'other', ...durations(9, 1) }),
          row(who, { hour: 72, operation: 'circle.get', ...durations(1, 7) }),
        ]),
        1,
      )
      const ask = { fromHour: 0, toHour: 100, developerId: who }
      const shown = async (fields: object) =>
        (await under.store.latencies({ ...ask, ...fields }))
          .map(({ hour, operation, bucket, requests }) =>
            [hour, operation, bucket, requests].join(' '),
          )
          .toSorted()
      assert.deepEqual(await shown({}), [
        '48 event.ranking 3 2',
        '48 event.ranking 9 5',
        '50 event.ranking 9 1',
        '72 circle.get 1 7',
      ])
      assert.deepEqual(await shown({ isPerDay: true, toHour: 72 }), [
        '48 event.ranking 3 2',
        '48 event.ranking 9 6',
      ])
      assert.deepEqual(await shown({ keyIds: ['other'] }), ['50 event.ranking 9 1'])
      assert.deepEqual(await shown({ keyIds: [] }), [])
      await forgetAll(under.store, { ...FOREVER, latenciesBeforeHour: 72 })
      assert.deepEqual(await shown({}), ['72 circle.get 1 7'])
    })

    it('keeps a record of each flush for only a limited time', async () => {
      const [who, process] = [developer(), crypto.randomUUID()]
      const once = flush([row(who)], { process })
      await under.store.add(once, 1_000)
      await under.store.prune({ ...FOREVER, processesBeforeMs: 1_000 })
      assert.equal(await under.store.add(once, 1_000), false)
      await under.store.prune({ ...FOREVER, processesBeforeMs: 1_001 })
      assert.equal(await under.store.add(once, 1_000), true)
    })
  })
}

/** Deletes nothing. */
const FOREVER = {
  beforeHour: 0,
  latenciesBeforeHour: 0,
  pagesBeforeS: 0,
  pagesBytes: 1e12,
  processesBeforeMs: 0,
}

function pageOf(firstS: number, lastS: number, bytes: Uint8Array): NonNullable<UsageFlush['page']> {
  return { firstS, lastS, slowestMs: 0, filter: new Uint8Array(8), bytes }
}

function total(sums: readonly { readonly requests: number }[]): number {
  return sums.reduce((sum, { requests }) => sum + requests, 0)
}

async function requestsOf(store: UsageStore, developerId: string): Promise<number | undefined> {
  const [sum] = await store.sums({ fromHour: 0, toHour: 1_000_000, developerId, by: [] })
  return sum?.requests
}

async function forgetAll(
  store: UsageStore,
  retention: Parameters<UsageStore['prune']>[0],
): Promise<void> {
  while (await store.prune(retention));
}
