import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import { createTestVerdicts } from '../../test/harness/create-test-verdicts.ts'
import type { ChangeNotice, KeyStore, StoredKey } from '../domain/key-store.ts'
import { VERDICT_MS } from './verdicts.ts'

const KEY = { keyId: 'known' } as StoredKey
const GRACE_MS = 60_000

/** A key store that counts its reads, fails when told to, and tells of changes when told to. */
function scene(graceMs = GRACE_MS) {
  const clock = createManualClock(0)
  const listeners = new Set<(notice: ChangeNotice) => void>()
  const store = {
    reads: 0,
    away: false,
    key: KEY as StoredKey | undefined,
    slow: Promise.resolve(),
  }
  const keys: KeyStore = {
    find: async (keyId) => {
      store.reads += 1
      const { away, key } = store
      await store.slow
      if (away) throw new Error('away')
      return keyId === 'known' ? key : undefined
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const verdicts = createTestVerdicts({ keys, clock, graceMs })
  const change = (notice: ChangeNotice = 'changed') => {
    for (const listener of listeners) listener(notice)
  }
  return { clock, store, verdicts, change, listeners }
}

describe('the verdicts on keys', () => {
  it('ask the store once in five seconds, for known and unknown keys alike', async () => {
    for (const keyId of ['known', 'unknown']) {
      const { clock, store, verdicts } = scene()
      const expected = keyId === 'known' ? KEY : undefined
      assert.equal(await verdicts.find(keyId), expected)
      clock.advance(VERDICT_MS - 1)
      assert.equal(await verdicts.find(keyId), expected)
      assert.equal(store.reads, 1)
      clock.advance(1)
      await verdicts.find(keyId)
      assert.equal(store.reads, 2)
    }
  })

  it('are dropped whole when the store tells of a change', async () => {
    const { store, verdicts, change } = scene()
    await verdicts.find('known')
    store.key = undefined
    assert.equal(await verdicts.find('known'), KEY)
    change()
    assert.equal(await verdicts.find('known'), undefined)
  })

  it('stand for as long as the store would not be asked again', async () => {
    const { clock, store, verdicts, change } = scene()
    assert.equal(verdicts.stands(KEY), false)
    await verdicts.find('known')
    assert.equal(verdicts.stands(KEY), true)
    assert.equal(verdicts.stands({ ...KEY }), false, 'another one of the same id')
    clock.advance(VERDICT_MS)
    assert.equal(verdicts.stands(KEY), false)
    for (const notice of ['changed', 'unheard'] as const) {
      await verdicts.find('known')
      assert.equal(verdicts.stands(KEY), true)
      clock.advance(1)
      change(notice)
      assert.equal(verdicts.stands(KEY), false)
    }
    assert.equal(store.reads, 3)
  })

  it('do not keep an answer that was under way while something changed', async () => {
    const { store, verdicts, change } = scene()
    const slow = Promise.withResolvers<void>()
    store.slow = slow.promise
    const asked = verdicts.find('known')
    store.key = undefined
    change()
    slow.resolve()
    assert.equal(await asked, KEY)
    assert.equal(await verdicts.find('known'), undefined)
  })

  it('let a known key through while the store errors, up to the grace since its last confirmation', async () => {
    const { clock, store, verdicts } = scene()
    await verdicts.find('known')
    store.away = true
    clock.advance(GRACE_MS - 1)
    assert.equal(await verdicts.find('known'), KEY)
    clock.advance(1)
    await assert.rejects(async () => verdicts.find('known'), { code: 'unavailable' })
  })

  it('never use the grace after a change was told, with a grace of 0, or for an unknown key', async () => {
    const told = scene()
    await told.verdicts.find('known')
    told.store.away = true
    told.change()
    await assert.rejects(async () => told.verdicts.find('known'), { code: 'unavailable' })

    const none = scene(0)
    await none.verdicts.find('known')
    none.store.away = true
    none.clock.advance(VERDICT_MS)
    await assert.rejects(async () => none.verdicts.find('known'), { code: 'unavailable' })

    const unknown = scene()
    await unknown.verdicts.find('unknown')
    unknown.store.away = true
    unknown.clock.advance(VERDICT_MS)
    await assert.rejects(async () => unknown.verdicts.find('unknown'), { code: 'unavailable' })
  })

  it('give no grace to an answer that was under way while a change was told', async () => {
    const { clock, store, verdicts, change } = scene()
    await verdicts.find('known')
    clock.advance(VERDICT_MS)
    const slow = Promise.withResolvers<void>()
    Object.assign(store, { slow: slow.promise, away: true })
    const asked = Promise.resolve(verdicts.find('known'))
    change()
    slow.resolve()
    await assert.rejects(asked, { code: 'unavailable' })
  })

  it('are confirmed anew when changes could not be heard of, and keep the grace until they are', async () => {
    const { clock, store, verdicts, change } = scene()
    await verdicts.find('known')
    await verdicts.find('unknown')
    clock.advance(1)
    change('unheard')
    store.away = true
    assert.equal(await verdicts.find('known'), KEY)
    await assert.rejects(async () => verdicts.find('unknown'), { code: 'unavailable' })
    Object.assign(store, { away: false, key: undefined })
    assert.equal(await verdicts.find('known'), undefined)
  })

  it('ask once for a key, however many requests wait, and never join what was asked before a change', async () => {
    const { store, verdicts, change } = scene()
    const slow = Promise.withResolvers<void>()
    store.slow = slow.promise
    const find = async () => verdicts.find('known')
    const before = [find(), find(), find()]
    assert.equal(store.reads, 1)
    change()
    store.key = undefined
    const after = [find(), find()]
    assert.equal(store.reads, 2)
    slow.resolve()
    assert.deepEqual(await Promise.all(before), [KEY, KEY, KEY])
    assert.deepEqual(await Promise.all(after), [undefined, undefined])
    store.slow = Promise.resolve()
    await verdicts.find('known')
    assert.equal(store.reads, 2)
  })

  it('ask again after a look-up that failed', async () => {
    const { store, verdicts } = scene()
    store.away = true
    await assert.rejects(async () => verdicts.find('known'), { code: 'unavailable' })
    store.away = false
    assert.equal(await verdicts.find('known'), KEY)
  })

  it('listen no more when they are closed', () => {
    const { verdicts, listeners } = scene()
    verdicts.close()
    assert.equal(listeners.size, 0)
  })
})
