import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import type { ChangeNotice, KeyStore, StoredKey } from '../../accounts/keys/key-store.ts'
import { ServiceError } from '../../platform/http/errors/service-error.ts'
import { createUnknownKeyGuard } from './unknown-key-guard.ts'
import { createKeyCache } from './key-cache.ts'

const LIMIT = 5

function scene() {
  const clock = createManualClock(0)
  const store = { reads: 0, away: false }
  const refused = { count: 0 }
  let change: (notice: ChangeNotice) => void = () => {}
  const keys: KeyStore = {
    find: async (keyId) => {
      store.reads += 1
      await Promise.resolve()
      if (store.away) throw new Error('away')
      return keyId.startsWith('good') ? ({ keyId } as StoredKey) : undefined
    },
    onChange: (listener) => {
      change = listener
      return () => {}
    },
  }
  const onRefused = () => void (refused.count += 1)
  const guard = createUnknownKeyGuard({ clock, limit: LIMIT, onRejected: onRefused })
  const keyCache = createKeyCache({ keys, clock, graceMs: 0, guard })
  const find = async (keyId: string, network = '192.0.2.1') => keyCache.find(keyId, () => network)
  const spend = async (network?: string) => {
    for (let at = 0; at < LIMIT; at += 1) await find(`bad ${at}`, network)
  }
  return { clock, store, refused, find, spend, change: () => change('everything') }
}

const isRefusal = (retryAfterS: number) => (error: unknown) =>
  error instanceof ServiceError &&
  error.code === 'unavailable' &&
  error.retryAfterS === retryAfterS &&
  error.cause === undefined

describe('the guard in front of the key store', () => {
  it('allows a limited number of unknown keys per network and minute, then returns when to retry', async () => {
    const { clock, store, refused, find, spend } = scene()
    await spend()
    clock.advance(20_500)
    await assert.rejects(find('bad'), isRefusal(40))
    await assert.rejects(find('good'), isRefusal(40), 'a valid key that this node has never seen')
    assert.deepEqual([store.reads, refused.count], [LIMIT, 2])
    assert.equal(await find('bad', '192.0.2.2'), undefined, 'another network')
    clock.advance(39_500)
    assert.equal((await find('good'))?.keyId, 'good')
    await spend()
    await assert.rejects(find('bad'), isRefusal(60))
  })

  it('counts an IPv6 client by its /64, its /56 and its /48', async () => {
    const { find } = scene()
    const made = async (networks: readonly string[]) => {
      const asked = networks.map(async (network, at) => find(`bad ${network} ${at}`, network))
      const outcomes = await Promise.allSettled(asked)
      return outcomes.filter(({ status }) => status === 'fulfilled').length
    }
    const in56 = Array.from({ length: 256 }, (_, at) => `2001:db8:1:${at.toString(16)}::/64`)
    assert.equal(await made(in56), LIMIT * 4)
    const in48 = Array.from(
      { length: 250 },
      (_, at) => `2001:db8:1:${((at + 1) * 256).toString(16)}::/64`,
    )
    assert.equal(await made(in48), LIMIT * 16 - LIMIT * 4)
  })

  it('never limits a key that was seen once, also after changes and when its entry is gone', async () => {
    const { clock, find, spend, change } = scene()
    await find('good')
    await spend()
    await assert.rejects(find('bad'), isRefusal(60))
    change()
    clock.advance(10_000)
    assert.equal((await find('good'))?.keyId, 'good')
  })

  it('does not limit an unknown key with a fresh entry: it needs no lookup', async () => {
    const { find, spend } = scene()
    await spend()
    assert.equal(await find('bad 0'), undefined)
  })

  it('counts neither valid keys nor failed lookups', async () => {
    const { store, find, spend } = scene()
    for (let at = 0; at < LIMIT * 3; at += 1) await find(`good ${at}`)
    store.away = true
    for (let at = 0; at < LIMIT * 3; at += 1) await assert.rejects(find(`bad ${at}`))
    store.away = false
    await spend()
    await assert.rejects(find('bad'), isRefusal(60))
  })

  it('counts pending lookups: a thousand concurrent requests cannot bypass it', async () => {
    const { store, find } = scene()
    const finds = Array.from({ length: 1_000 }, async (_, at) => find(`bad ${at}`))
    const outcomes = await Promise.allSettled(finds)
    const made = outcomes.filter(({ status }) => status === 'fulfilled').length
    assert.deepEqual([made, store.reads], [LIMIT, LIMIT])
  })

  it('counts a shared lookup once, and never shares a rejection', async () => {
    const { store, find, spend } = scene()
    const same = Array.from({ length: LIMIT * 3 }, async () => find('bad'))
    await Promise.all(same)
    assert.equal(store.reads, 1)
    for (let at = 1; at < LIMIT; at += 1) await find(`bad ${at}`)
    const refused = find('good')
    const other = find('good', '192.0.2.2')
    await assert.rejects(refused, isRefusal(60))
    assert.equal((await other)?.keyId, 'good')
    await assert.rejects(spend(), isRefusal(60))
  })

  it('evicts networks when there are very many, so that memory is bounded', () => {
    const guard = createUnknownKeyGuard({
      clock: createManualClock(0),
      limit: 1,
      onRejected: () => {},
    })
    for (let at = 0; at < 10_001; at += 1) assert.equal(guard.count(`network ${at}`), 0)
    assert.equal(guard.count('network 10000'), 60_000)
    assert.equal(guard.count('network 0'), 0)
  })
})
