import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import type { ChangeNotice, KeyStore, StoredKey } from '../domain/key-store.ts'
import { ServiceError } from '../domain/service-error.ts'
import { createUnknownKeyGuard } from './unknown-key-guard.ts'
import { createVerdicts } from './verdicts.ts'

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
  const guard = createUnknownKeyGuard({ clock, limit: LIMIT, onRefused })
  const verdicts = createVerdicts({ keys, clock, graceMs: 0, guard })
  const find = async (keyId: string, network = '192.0.2.1') => verdicts.find(keyId, () => network)
  const spend = async (network?: string) => {
    for (let at = 0; at < LIMIT; at += 1) await find(`bad ${at}`, network)
  }
  return { clock, store, refused, find, spend, change: () => change('changed') }
}

const isRefusal = (retryAfterS: number) => (error: unknown) =>
  error instanceof ServiceError &&
  error.code === 'unavailable' &&
  error.retryAfterS === retryAfterS &&
  error.cause === undefined

describe('the guard before the key store', () => {
  it('lets so many unknown keys of one network be looked up in a minute, and then says when to come back', async () => {
    const { clock, store, refused, find, spend } = scene()
    await spend()
    clock.advance(20_500)
    await assert.rejects(find('bad'), isRefusal(40))
    await assert.rejects(find('good'), isRefusal(40), 'a good key that nobody here ever saw')
    assert.deepEqual([store.reads, refused.count], [LIMIT, 2])
    assert.equal(await find('bad', '192.0.2.2'), undefined, 'another network')
    clock.advance(39_500)
    assert.equal((await find('good'))?.keyId, 'good')
    await spend()
    await assert.rejects(find('bad'), isRefusal(60))
  })

  it('never stands before a key that was seen once, after changes and whatever became of its verdict', async () => {
    const { clock, find, spend, change } = scene()
    await find('good')
    await spend()
    await assert.rejects(find('bad'), isRefusal(60))
    change()
    clock.advance(10_000)
    assert.equal((await find('good'))?.keyId, 'good')
  })

  it('does not stand before an unknown key whose verdict is fresh: it needs no look-up', async () => {
    const { find, spend } = scene()
    await spend()
    assert.equal(await find('bad 0'), undefined)
  })

  it('counts no good key, and no look-up that failed, however many there are', async () => {
    const { store, find, spend } = scene()
    for (let at = 0; at < LIMIT * 3; at += 1) await find(`good ${at}`)
    store.away = true
    for (let at = 0; at < LIMIT * 3; at += 1) await assert.rejects(find(`bad ${at}`))
    store.away = false
    await spend()
    await assert.rejects(find('bad'), isRefusal(60))
  })

  it('counts those that are on their way: a thousand at one time are no way around it', async () => {
    const { store, find } = scene()
    const finds = Array.from({ length: 1_000 }, async (_, at) => find(`bad ${at}`))
    const outcomes = await Promise.allSettled(finds)
    const made = outcomes.filter(({ status }) => status === 'fulfilled').length
    assert.deepEqual([made, store.reads], [LIMIT, LIMIT])
  })

  it('counts one look-up once, however many requests wait for it, and lets nobody share a refusal', async () => {
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

  it('forgets networks when there are very many, and never grows without end', () => {
    const guard = createUnknownKeyGuard({
      clock: createManualClock(0),
      limit: 1,
      onRefused: () => {},
    })
    for (let at = 0; at < 10_001; at += 1) assert.equal(guard.count(`network ${at}`), 0)
    assert.equal(guard.count('network 10000'), 60_000)
    assert.equal(guard.count('network 0'), 0)
  })
})
