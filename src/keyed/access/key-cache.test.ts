import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { createTestKeyCache } from '../../../test/harness/test-key-cache.ts'
import type {
  ChangeNotice,
  KeyChanges,
  KeyStore,
  StoredKey,
} from '../../accounts/keys/key-store.ts'
import { CONFIRMED_KEY_CACHE_MS, KEY_CACHE_MS } from './key-cache.ts'

const KEY = { keyId: 'known', developerId: 'owner', plan: 'free' } as StoredKey

const changed = (ids: Partial<Record<keyof KeyChanges, readonly string[]>>): KeyChanges => ({
  keyIds: new Set(ids.keyIds),
  developerIds: new Set(ids.developerIds),
  plans: new Set(ids.plans),
})
const GRACE_MS = 60_000

/** Creates a cache over a store that counts its reads, and fails or reports changes on demand. */
function scene(graceMs = GRACE_MS) {
  const clock = createManualClock(0)
  const listeners = new Set<(notice: ChangeNotice) => void>()
  const store = {
    reads: 0,
    confirmedAtMs: Number.NEGATIVE_INFINITY,
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
    confirmedAtMs: () => store.confirmedAtMs,
  }
  const keyCache = createTestKeyCache({ keys, clock, graceMs })
  const change = (notice: ChangeNotice = changed({ keyIds: ['known'] })) => {
    for (const listener of listeners) listener(notice)
  }
  return { clock, store, verdicts: keyCache, change, listeners }
}

describe('the key cache', () => {
  it('queries the store once in five seconds, for known and unknown keys alike', async () => {
    for (const keyId of ['known', 'unknown']) {
      const { clock, store, verdicts: keyCache } = scene()
      const expected = keyId === 'known' ? KEY : undefined
      assert.equal(await keyCache.find(keyId), expected)
      clock.advance(KEY_CACHE_MS - 1)
      assert.equal(await keyCache.find(keyId), expected)
      assert.equal(store.reads, 1)
      clock.advance(1)
      await keyCache.find(keyId)
      assert.equal(store.reads, 2)
    }
  })

  it('queries the store once a minute while it confirms every change, for unknown keys alike', async () => {
    for (const keyId of ['known', 'unknown']) {
      const { clock, store, verdicts: keyCache } = scene()
      await keyCache.find(keyId)
      const confirmUntil = (ms: number) => {
        while (clock.monotonicMs() < ms) {
          clock.advance(100)
          store.confirmedAtMs = clock.monotonicMs()
        }
      }
      confirmUntil(CONFIRMED_KEY_CACHE_MS - 100)
      await keyCache.find(keyId)
      assert.equal(store.reads, 1)
      confirmUntil(CONFIRMED_KEY_CACHE_MS)
      await keyCache.find(keyId)
      assert.equal(store.reads, 2)
    }
  })

  it('queries the store again 5 s after the last confirmation', async () => {
    const { clock, store, verdicts: keyCache } = scene()
    await keyCache.find('known')
    clock.advance(8_000)
    store.confirmedAtMs = clock.monotonicMs()
    clock.advance(KEY_CACHE_MS - 1)
    await keyCache.find('known')
    assert.equal(store.reads, 1)
    clock.advance(1)
    await keyCache.find('known')
    assert.equal(store.reads, 2)
  })

  it('looks a confirmed key up again after an interruption', async () => {
    const { store, verdicts: keyCache, change, clock } = scene()
    await keyCache.find('known')
    clock.advance(10_000)
    store.confirmedAtMs = clock.monotonicMs()
    change('interrupted')
    await keyCache.find('known')
    assert.equal(store.reads, 2)
  })

  for (const [name, notice] of Object.entries({
    'that changed': changed({ keyIds: ['known'] }),
    'of a developer that changed': changed({ developerIds: ['owner'] }),
    'of a plan that changed': changed({ plans: ['free'] }),
    'when everything may have changed': 'everything' as const,
  })) {
    it(`drops a key ${name}, and its grace period`, async () => {
      const { store, verdicts: keyCache, change } = scene()
      await keyCache.find('known')
      store.key = undefined
      assert.equal(await keyCache.find('known'), KEY)
      change(notice)
      assert.equal(await keyCache.find('known'), undefined)
      store.key = KEY
      change(notice)
      change()
      await keyCache.find('known')
      store.away = true
      change(notice)
      await assert.rejects(async () => keyCache.find('known'), { code: 'unavailable' })
    })
  }

  it('retains every key that a change does not concern, and its grace period', async () => {
    const { clock, store, verdicts: keyCache, change } = scene()
    await keyCache.find('known')
    change(changed({ keyIds: ['other'], developerIds: ['another'], plans: ['paid'] }))
    assert.equal(keyCache.isCurrent(KEY), true)
    assert.equal(await keyCache.find('known'), KEY)
    assert.equal(store.reads, 1)
    store.away = true
    clock.advance(GRACE_MS - 1)
    assert.equal(await keyCache.find('known'), KEY)
  })

  it('retains the grace period of a key when another key changes during a failing lookup', async () => {
    const { clock, store, verdicts: keyCache, change } = scene()
    await keyCache.find('known')
    clock.advance(KEY_CACHE_MS)
    const slow = Promise.withResolvers<void>()
    Object.assign(store, { slow: slow.promise, away: true })
    const asked = Promise.resolve(keyCache.find('known'))
    change(changed({ keyIds: ['other'] }))
    slow.resolve()
    assert.equal(await asked, KEY)
  })

  it('reports a key as current for as long as its entry is fresh', async () => {
    const { clock, store, verdicts: keyCache, change } = scene()
    assert.equal(keyCache.isCurrent(KEY), false)
    await keyCache.find('known')
    assert.equal(keyCache.isCurrent(KEY), true)
    assert.equal(keyCache.isCurrent({ ...KEY }), false, 'another object with the same id')
    clock.advance(KEY_CACHE_MS)
    assert.equal(keyCache.isCurrent(KEY), false)
    for (const notice of [changed({ keyIds: ['known'] }), 'interrupted'] as const) {
      await keyCache.find('known')
      assert.equal(keyCache.isCurrent(KEY), true)
      clock.advance(1)
      change(notice)
      assert.equal(keyCache.isCurrent(KEY), false)
    }
    assert.equal(store.reads, 3)
  })

  it('does not cache a lookup that was pending during a change', async () => {
    const { store, verdicts: keyCache, change } = scene()
    const slow = Promise.withResolvers<void>()
    store.slow = slow.promise
    const asked = keyCache.find('known')
    store.key = undefined
    change()
    slow.resolve()
    assert.equal(await asked, KEY)
    assert.equal(await keyCache.find('known'), undefined)
  })

  it('uses a known key while the store errors, up to the grace period since its last confirmation', async () => {
    const { clock, store, verdicts: keyCache } = scene()
    await keyCache.find('known')
    store.away = true
    clock.advance(GRACE_MS - 1)
    assert.equal(await keyCache.find('known'), KEY)
    clock.advance(1)
    await assert.rejects(async () => keyCache.find('known'), { code: 'unavailable' })
  })

  it('never uses the grace period after a change, with a period of 0, or for an unknown key', async () => {
    const told = scene()
    await told.verdicts.find('known')
    told.store.away = true
    told.change()
    await assert.rejects(async () => told.verdicts.find('known'), { code: 'unavailable' })

    const none = scene(0)
    await none.verdicts.find('known')
    none.store.away = true
    none.clock.advance(KEY_CACHE_MS)
    await assert.rejects(async () => none.verdicts.find('known'), { code: 'unavailable' })

    const unknown = scene()
    await unknown.verdicts.find('unknown')
    unknown.store.away = true
    unknown.clock.advance(KEY_CACHE_MS)
    await assert.rejects(async () => unknown.verdicts.find('unknown'), { code: 'unavailable' })
  })

  it('gives no grace period to a lookup that was pending during a change', async () => {
    const { clock, store, verdicts: keyCache, change } = scene()
    await keyCache.find('known')
    clock.advance(KEY_CACHE_MS)
    const slow = Promise.withResolvers<void>()
    Object.assign(store, { slow: slow.promise, away: true })
    const asked = Promise.resolve(keyCache.find('known'))
    change()
    slow.resolve()
    await assert.rejects(asked, { code: 'unavailable' })
  })

  it('confirms keys again after the change feed was interrupted, and retains the grace period until then', async () => {
    const { clock, store, verdicts: keyCache, change } = scene()
    await keyCache.find('known')
    await keyCache.find('unknown')
    clock.advance(1)
    change('interrupted')
    store.away = true
    assert.equal(await keyCache.find('known'), KEY)
    await assert.rejects(async () => keyCache.find('unknown'), { code: 'unavailable' })
    Object.assign(store, { away: false, key: undefined })
    assert.equal(await keyCache.find('known'), undefined)
  })

  it('looks a key up once for concurrent requests, and never joins a lookup from before a change', async () => {
    const { store, verdicts: keyCache, change } = scene()
    const slow = Promise.withResolvers<void>()
    store.slow = slow.promise
    const find = async () => keyCache.find('known')
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
    await keyCache.find('known')
    assert.equal(store.reads, 2)
  })

  it('looks a key up again after a failed lookup', async () => {
    const { store, verdicts: keyCache } = scene()
    store.away = true
    await assert.rejects(async () => keyCache.find('known'), { code: 'unavailable' })
    store.away = false
    assert.equal(await keyCache.find('known'), KEY)
  })

  it('stops listening when it is closed', () => {
    const { verdicts: keyCache, listeners } = scene()
    keyCache.close()
    assert.equal(listeners.size, 0)
  })
})
