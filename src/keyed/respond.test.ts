import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import { readLifetimes, type Lifetimes } from './cache-lifetimes.ts'
import type { Permit } from './flow-values.ts'
import type { Client } from '../platform/http/request/raw-request.ts'
import type { Encoding } from '../platform/http/content/content-encoding.ts'
import type { Gateway, GatewayReply } from '../game/gateway.ts'
import { upstreamError } from '../platform/http/errors/service-error.ts'
import { coalesceCalls } from '../upstream/single-flight-gateway.ts'
import { createAnswerCache } from './answer-cache.ts'
import { createRespond } from './respond.ts'

interface SceneOptions {
  readonly lifetimes?: string
  readonly cacheBytes?: number
  /** What the gateway gives; the count of calls so far is told. */
  readonly give?: (count: number) => GatewayReply | Promise<GatewayReply>
}

const LONG = 'x'.repeat(3_000)

function createScene({ lifetimes = '15000', cacheBytes = 1_000_000, give }: SceneOptions = {}) {
  const clock = createManualClock(1_700_000_000_000)
  let calls = 0
  let changed = () => {}
  const gateway: Gateway = {
    read: () => {
      calls += 1
      const nowMs = clock.nowMs()
      return give?.(calls) ?? { message: { text: `${calls} ${LONG}` }, fetchedAtMs: nowMs }
    },
    onChange: (listener) => {
      const before = changed
      changed = () => {
        before()
        listener()
      }
      return () => {}
    },
    close: () => {},
  }
  const respond = createRespond({
    gateway: coalesceCalls(gateway, { clock, deadlineMs: 8_000 }),
    clock,
    cache: createAnswerCache(clock, cacheBytes),
    lifetimesMs: readLifetimes(lifetimes) as Lifetimes,
  })
  const ask = async (musicId = '1', encoding?: Encoding) => {
    const call = { operation: 'music.ranking', region: 'jp', arguments: { musicId } }
    const permit = { call: { ...call, key: musicId }, hold: () => () => {} } as unknown as Permit
    const client: Client = { signal: new AbortController().signal, encoding }
    return respond(permit, client)
  }
  return { clock, ask, calls: () => calls, change: () => changed() }
}

describe('responding', () => {
  it('reports one fetch time after the wall clock has stepped back, however the two clocks drift', async () => {
    const { clock, ask } = createScene()
    const { fetchedAtMs } = await ask()
    clock.advance(5_000)
    clock.setWall(fetchedAtMs - 60_000.4)
    const first = await ask()
    assert.equal(first.fetchedAtMs, fetchedAtMs - 65_001)
    clock.advance(1_000)
    clock.setWall(fetchedAtMs - 58_999.9)
    assert.equal((await ask()).fetchedAtMs, first.fetchedAtMs)
    clock.setWall(fetchedAtMs - 98_999.9)
    assert.equal((await ask()).fetchedAtMs, fetchedAtMs - 105_000)
  })

  it('reuses a cached answer with its original fetch time until it expires', async () => {
    const { clock, ask, calls } = createScene()
    const first = await ask()
    assert.deepEqual(first.cache, { result: 'miss', coalesced: false, keptMs: 15_000 })
    clock.advance(14_999)
    const second = await ask()
    assert.deepEqual(second.cache, { result: 'hit', leftMs: 1 })
    assert.equal(second.fetchedAtMs, first.fetchedAtMs)
    assert.equal(second.body, first.body)
    clock.advance(1)
    const third = await ask()
    assert.deepEqual(third.cache, { result: 'stale', coalesced: false, keptMs: 15_000 })
    assert.equal(third.fetchedAtMs, first.fetchedAtMs + 15_000)
    assert.equal(calls(), 2)
  })

  it('expires answers by monotonic time, whatever the wall clock does', async () => {
    const { clock, ask, calls } = createScene()
    await ask()
    clock.setWall(0)
    assert.equal((await ask()).cache.result, 'hit')
    clock.setWall(9e12)
    assert.equal((await ask()).cache.result, 'hit')
    clock.advance(15_000)
    clock.setWall(0)
    assert.equal((await ask()).cache.result, 'stale')
    assert.equal(calls(), 2)
  })

  it('never mixes up answers of different calls', async () => {
    const { ask } = createScene()
    const [one, two] = [await ask('1'), await ask('2')]
    assert.notDeepEqual(one.body, two.body)
    assert.deepEqual((await ask('2')).body, two.body)
  })

  it('caches nothing with a lifetime of 0', async () => {
    for (const options of [{ lifetimes: 'music.ranking=0' }, { cacheBytes: 0 }]) {
      const { ask, calls } = createScene(options)
      await ask()
      assert.deepEqual((await ask()).cache, { result: 'bypass', coalesced: false, keptMs: 0 })
      assert.equal(calls(), 2)
    }
  })

  it('encodes a long list once for equal calls, also those that come while it is encoded', async () => {
    const players = Array.from({ length: 1_000 }, (_, at) => ({ score: at + 1 }))
    const fetchedAtMs = 1_700_000_000_000
    const give = async () => ({ message: { players }, fetchedAtMs })
    const { ask, calls } = createScene({ give })
    const first = ask()
    const second = ask()
    await new Promise(setImmediate)
    const third = ask()
    const answers = await Promise.all([first, second, third])
    assert.equal(JSON.stringify({ players }), Buffer.from(answers[0].body).toString())
    assert.equal(new Set(answers.map(({ body }) => body)).size, 1)
    assert.deepEqual(
      answers.map(({ cache }) => 'coalesced' in cache && cache.coalesced),
      [false, true, true],
    )
    assert.equal((await ask()).cache.result, 'hit')
    assert.equal(calls(), 1)
  })

  it('does not cache or share a long list after the data has been replaced', async () => {
    const players = Array.from({ length: 1_000 }, (_, at) => ({ score: at + 1 }))
    const give = async () => ({ message: { players }, fetchedAtMs: 1_700_000_000_000 })
    const { ask, calls, change } = createScene({ give })
    const first = ask()
    await new Promise(setImmediate)
    change()
    const second = ask()
    await Promise.all([first, second])
    assert.equal(calls(), 2)
    assert.equal((await ask()).body, (await second).body)
  })

  it('does not share a long list that was read before the data was replaced', async () => {
    const players = Array.from({ length: 1_000 }, (_, at) => ({ score: at + 1 }))
    const early = Promise.withResolvers<GatewayReply>()
    const reply = { message: { players }, fetchedAtMs: 1_700_000_000_000 }
    const give = (count: number) => (count === 1 ? early.promise : Promise.resolve(reply))
    const { ask, calls, change } = createScene({ give })
    const first = ask()
    change()
    early.resolve({ ...reply })
    await new Promise(setImmediate)
    await Promise.all([first, ask()])
    assert.equal(calls(), 2)
  })

  it('caches that an object is unknown for five seconds at most', async () => {
    const { clock, ask, calls } = createScene({
      give: () => ({ message: undefined, fetchedAtMs: 1 }),
    })
    await assert.rejects(ask(), { code: 'not_found' })
    clock.advance(4_999)
    await assert.rejects(ask(), { code: 'not_found' })
    assert.equal(calls(), 1)
    clock.advance(1)
    await assert.rejects(ask(), { code: 'not_found' })
    assert.equal(calls(), 2)
  })

  it('never caches an error of the gateway', async () => {
    const { ask, calls } = createScene({
      give: (count) => {
        if (count === 1) throw upstreamError(new Error('broken'))
        return { message: {}, fetchedAtMs: 1 }
      },
    })
    await assert.rejects(ask(), { code: 'upstream_error' })
    assert.equal((await ask()).cache.result, 'miss')
    assert.equal(calls(), 2)
  })

  it('drops answers when the data is replaced, also those in flight', async () => {
    const late = Promise.withResolvers<GatewayReply>()
    const { ask, calls, change } = createScene({
      give: (count) => (count === 2 ? late.promise : { message: { count }, fetchedAtMs: 1 }),
    })
    await ask()
    change()
    const onItsWay = ask()
    change()
    late.resolve({ message: { old: 1 }, fetchedAtMs: 1 })
    assert.deepEqual((await onItsWay).cache, { result: 'miss', coalesced: false, keptMs: 0 })
    assert.equal((await ask()).cache.result, 'miss')
    assert.equal(calls(), 3)
  })

  it('encodes one call once, and reports which requests were coalesced', async () => {
    const reply = Promise.withResolvers<GatewayReply>()
    const { ask, calls } = createScene({ give: () => reply.promise })
    const asked = [ask(), ask(), ask()]
    await new Promise(setImmediate)
    reply.resolve({ message: { text: LONG }, fetchedAtMs: 1 })
    const answers = await Promise.all(asked)
    assert.equal(calls(), 1)
    assert.ok(answers.every(({ body }) => body === answers[0]?.body))
    assert.deepEqual(
      answers.map(({ cache }) => cache.result !== 'hit' && cache.coalesced),
      [false, true, true],
    )
  })

  const readers = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync }
  for (const [encoding, read] of Object.entries(readers)) {
    it(`compresses with ${encoding} once`, async () => {
      const { ask, calls } = createScene()
      const plain = await ask()
      const compressed = await ask('1', encoding as Encoding)
      assert.equal(compressed.encoding, encoding)
      assert.ok(compressed.body.byteLength < plain.body.byteLength)
      assert.deepEqual(read(compressed.body), plain.body)
      assert.equal((await ask('1', encoding as Encoding)).body, compressed.body)
      assert.equal((await ask()).body, plain.body)
      assert.equal(calls(), 1)
    })
  }

  it('stores answers in buffers of their own size', async () => {
    const image = Buffer.alloc(1_000_000).subarray(0, 67)
    const { ask } = createScene({
      give: (count) => ({ message: count === 1 ? image : { text: LONG }, fetchedAtMs: 1 }),
    })
    const kept = [await ask('1'), await ask('2')]
    for (const encoding of ['br', 'zstd', 'gzip'] as const) kept.push(await ask('2', encoding))
    for (const { body } of kept) assert.equal(body.buffer.byteLength, body.byteLength)
  })

  it('sends answers plain where compression saves nothing', async () => {
    const noise = Array.from({ length: 400 }, (_, index) => Math.sin(index))
    for (const message of [{ text: 'short' }, Buffer.from(noise.join())]) {
      const { ask } = createScene({ give: () => ({ message, fetchedAtMs: 1 }) })
      assert.equal((await ask('1', 'gzip')).encoding, undefined)
    }
  })
})
