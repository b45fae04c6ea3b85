import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { PATCHES_MAX, type Fact } from '../../src/history/calendar/fact.ts'
import type { HistoryStore } from '../../src/history/history-store.ts'
import type { HistoryStoreUnderTest } from './history-under-test.ts'

/** Contract of every history store for facts about the things of the game. */
export function historyFactsContract(
  name: string,
  open: () => Promise<HistoryStoreUnderTest>,
): void {
  describe(`facts (${name})`, () => {
    let test: HistoryStoreUnderTest
    let store: HistoryStore
    before(async () => {
      test = await open()
      store = test.other
    })
    after(() => test.close())

    const fact = (id: string, content: Fact['content'], about: Partial<Fact> = {}): Fact => ({
      region: 'tw',
      kind: 'event',
      id,
      startsAtMs: 0,
      source: 'data',
      content,
      ...about,
    })
    const read = (...ids: readonly string[]) => store.facts({ region: 'tw', kind: 'event', ids })

    it('are merged field by field: what a patch omits stays, null removes', async () => {
      await test.store.patchFacts([fact('1', { name: { en: 'One' }, kind: 'marathon' })])
      await test.store.patchFacts([
        fact('1', { name: { ja: '一' } }),
        fact('1', { name: { ko: '일' }, kind: null }),
      ])
      assert.deepEqual(await read('1'), [fact('1', { name: { en: 'One', ja: '一', ko: '일' } })])
    })

    it('disappear with their last field', async () => {
      await test.store.patchFacts([fact('2', { kind: 'x' })])
      await test.store.patchFacts([fact('2', { kind: null }), fact('3', { kind: null })])
      assert.deepEqual(await read('2', '3'), [])
    })

    it('are apart by region, kind, id, run and source', async () => {
      const all = [
        fact('4', { at: 2 }, { startsAtMs: 2, source: 'observed' }),
        fact('4', { at: 1 }, { startsAtMs: 1, source: 'announcement' }),
        fact('4', { at: 1 }, { startsAtMs: 1, source: 'observed' }),
        fact('4', { at: 0 }),
      ]
      const elsewhere = [
        fact('4', { at: 9 }, { region: 'jp' }),
        fact('4', { at: 9 }, { kind: 'music' }),
      ]
      await test.store.patchFacts([...elsewhere, ...all.toReversed()])
      assert.deepEqual(await read('4', '5'), all)
      assert.deepEqual(await store.facts({ region: 'jp', kind: 'event' }), elsewhere.slice(0, 1))
      assert.deepEqual(await read(), [])
    })

    it('are written in bounded batches', async () => {
      const many = Array.from({ length: PATCHES_MAX + 1 }, (_, at) => fact(String(at + 10), { at }))
      await assert.rejects(test.store.patchFacts(many))
      await test.store.patchFacts(many.slice(1))
      const ids = many.map(({ id }) => id)
      assert.equal((await read(...ids)).length, PATCHES_MAX)
    })
  })
}
