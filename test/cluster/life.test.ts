import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import type { Node } from '../../scripts/cluster/start-node.ts'
import { processTree } from '../../scripts/cluster/process-tree.ts'
import { get } from '../acceptance/run-backline.ts'
import { skipWithout } from '../harness/servers.ts'
import { always, rawAnswer, startStubGateway } from '../harness/stub-gateway.ts'
import { PASSWORD, readinessOf, setStage, until } from './stage.ts'
import { TARGET } from './start-test-cluster.ts'

// A node from its start to its end while what it stands on is away, frozen or hangs.

/** Two seconds are promised; the rest is for a machine that does other things as well. */
const COME_MS = 4_000

/** Processes that are started by another one need their time before they listen. */
const START_MS = 15_000

describe('a node', { skip: skipWithout('postgres', 'initdb', 'valkey') }, async () => {
  const gateway = await startStubGateway(always(rawAnswer(200, '{"announcements":[]}')))
  const stage = await setStage({ url: gateway.url, key: 'a-key' })

  afterEach(async () => {
    // One that failed in the middle shall not take the others along.
    for (const server of [stage.postgres, stage.valkey]) {
      server.thaw()
      if (server.endedWith !== undefined) await server.start()
    }
  })

  const ask = (origin: string, key = stage.key) => get(origin + TARGET, key)
  const refuses = async (origin: string) => {
    for (const key of [stage.key, 'no key at all']) {
      const { status, headers } = await ask(origin, key)
      // What is no key is none wherever the accounts are.
      assert.equal(status, key === stage.key ? 503 : 401)
      if (status === 503) assert.ok(Number(headers.get('retry-after')) > 0)
    }
  }

  it('starts without its stores, says which are away, and is ready when they have come', async () => {
    const { postgres, valkey } = stage
    await Promise.all([postgres.end('SIGKILL'), valkey.end('SIGKILL')])
    const node = await stage.startNode()
    assert.deepEqual(
      { ...(await readinessOf(node)).stores, ready: (await readinessOf(node)).ready },
      { accounts: 'away', quotas: 'away', ready: false },
    )
    assert.equal((await fetch(`${node.adminOrigin}/livez`)).status, 200)
    await refuses(node.origin)
    await valkey.start()
    await until(async () => (await readinessOf(node)).stores.quotas === 'up', COME_MS)
    assert.equal((await readinessOf(node)).stores.accounts, 'away')
    await refuses(node.origin)
    await postgres.start()
    await until(async () => (await readinessOf(node)).ready, COME_MS)
    assert.equal((await ask(node.origin)).status, 200)
    const lines = [...node.output().matchAll(/"store.changed","store":"(\w+)","state":"(\w+)"/g)]
    assert.deepEqual(lines.map(([, store, state]) => `${store} ${state}`).toSorted(), [
      'accounts away',
      'accounts back',
      'quotas away',
      'quotas back',
    ])
    await node.end('SIGTERM')
    assert.equal(node.endedWith, 0)
  })

  it('starts beside stores that are frozen, and is ready when they go on', async () => {
    const { postgres, valkey } = stage
    postgres.freeze()
    valkey.freeze()
    const node = await stage.startNode()
    assert.equal((await readinessOf(node)).ready, false)
    await refuses(node.origin)
    postgres.thaw()
    valkey.thaw()
    await until(async () => (await readinessOf(node)).ready, COME_MS)
    assert.equal((await ask(node.origin)).status, 200)
    await node.stop()
  })

  it('without a quota store takes the database for itself when that comes', async () => {
    await stage.postgres.end('SIGKILL')
    const node = await stage.startNode({ alone: true })
    assert.deepEqual((await readinessOf(node)).stores, { accounts: 'away', quotas: 'away' })
    await refuses(node.origin)
    await stage.postgres.start()
    await until(async () => (await readinessOf(node)).ready, COME_MS)
    assert.equal((await ask(node.origin)).status, 200)
    const second = stage.startNode({
      alone: true,
      settings: { BACKLINE_DATA_DIR: `${stage.settings['BACKLINE_DATA_DIR']}-2` },
    })
    await assert.rejects(second, /already serves from this database.*set BACKLINE_VALKEY_URL/)
    await node.stop()
  })

  it('with workers starts without its stores, and ends at once when it is told to', async () => {
    await Promise.all([stage.postgres.end('SIGKILL'), stage.valkey.end('SIGKILL')])
    const node = await stage.startNode({ words: ['--workers', '2'] })
    await until(
      async () =>
        (await get(node.origin + TARGET, stage.key).catch(() => undefined))?.status === 503,
      START_MS,
    )
    await Promise.all([stage.postgres.start(), stage.valkey.start()])
    await until(async () => (await readinessOf(node)).ready, COME_MS)
    assert.doesNotMatch(node.output(), /worker\.ended/)
    const all = processTree(node.pid)
    await node.end('SIGTERM')
    assert.equal(node.endedWith, 0)
    for (const pid of all) assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
  })

  it('goes on trying to find a host that has no address, until it is told to stop', async () => {
    const nowhere = 'postgres://backline@database.invalid:5432/postgres'
    // A process that ends waits for a look-up that is under way, as long as the resolver of the machine likes.
    const settings = { BACKLINE_DATABASE_URL: nowhere, RES_OPTIONS: 'timeout:1 attempts:1' }
    const node = await stage.startNode({ settings })
    assert.equal((await readinessOf(node)).stores.accounts, 'away')
    assert.match(node.output(), /"err":\{[^}]*database\.invalid:5432 .*BACKLINE_DATABASE_URL/)
    const startMs = performance.now()
    await node.end('SIGTERM')
    assert.equal(node.endedWith, 0)
    assert.ok(performance.now() - startMs < 4_000)
  })

  it('ends with 1 and says why when waiting would not mend it: at once, or when the store comes', async () => {
    const wrong = stage.postgres.url.replace(PASSWORD, 'canary')
    const settings = { BACKLINE_DATABASE_URL: wrong }
    await assert.rejects(stage.startNode({ settings }), /The user name or the password is wrong/)
    const missing = stage.postgres.url.replace(/postgres$/, 'nowhere')
    await stage.postgres.end('SIGKILL')
    const waiting = await Promise.all([
      stage.startNode({ settings }),
      stage.startNode({ settings: { BACKLINE_DATABASE_URL: missing } }),
      stage.startNode({ settings, words: ['--workers', '2'] }),
    ])
    // Before that, it ends as the one above does: with its reason, and nothing in the log.
    const hasStarted = (node: Node) => /"type":"process\.ready"/.test(node.output())
    await until(() => waiting.every(hasStarted), START_MS)
    await stage.postgres.start()
    const reasons = [/password is wrong/, /Make the database first/, /password is wrong/]
    for (const [at, node] of waiting.entries()) {
      await until(() => node.endedWith !== undefined, COME_MS)
      assert.equal(node.endedWith, 1)
      assert.match(node.output(), /"type":"fault","where":"start","err":/)
      assert.match(
        node.output(),
        new RegExp(`backline: The accounts database .*${reasons[at]?.source}`),
      )
      assert.doesNotMatch(node.output(), /canary/)
    }
  })

  it('ends in time though its gateway hangs and both stores are frozen', async () => {
    const settings = { BACKLINE_GATEWAY_DEADLINE_MS: '3000' }
    const node = await stage.startNode({ until: 'ready', settings })
    gateway.answer(() => {})
    const hanging = ask(node.origin)
    await gateway.nextRequest()
    stage.postgres.freeze()
    stage.valkey.freeze()
    const startMs = performance.now()
    await node.end('SIGTERM')
    const tookMs = performance.now() - startMs
    stage.postgres.thaw()
    stage.valkey.thaw()
    assert.equal(node.endedWith, 0)
    assert.equal((await hanging).status, 504)
    assert.match(node.output(), /"process\.stopped","clean":true/)
    // The deadline of the call, a second for each store, and some for what was collected.
    assert.ok(tookMs < 3_000 + 7_000, `${tookMs} ms`)
  })

  it('ends at once on a second signal', async () => {
    const node = await stage.startNode({ until: 'ready' })
    gateway.answer(() => {})
    const cut = assert.rejects(ask(node.origin))
    await gateway.nextRequest()
    node.signal('SIGTERM')
    await until(async () => !(await readinessOf(node)).ready, 1_000)
    const startMs = performance.now()
    await node.end('SIGTERM')
    assert.equal(node.endedWith, 1)
    assert.ok(performance.now() - startMs < 1_000)
    await cut
    gateway.answer(always(rawAnswer(200, '{"announcements":[]}')))
  })
})
