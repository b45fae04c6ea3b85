import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import type { Node } from '../../scripts/cluster/start-node.ts'
import { processTree } from '../../scripts/cluster/process-tree.ts'
import { get } from '../acceptance/run-backline.ts'
import { skipWithout } from '../harness/servers.ts'
import { always, rawAnswer, startStubGateway } from '../harness/stub-gateway.ts'
import { PASSWORD, readinessOf, setStage, until } from './cluster-fixture.ts'
import { TARGET } from './start-test-cluster.ts'

// Start and stop of a node while its dependencies are down, frozen or hanging.

/** The promise is two seconds; the rest is tolerance for a busy machine. */
const COME_MS = 4_000

/** Processes with workers need longer until they listen. */
const START_MS = 15_000

describe('a node', { skip: skipWithout('postgres', 'initdb', 'valkey') }, async () => {
  const gateway = await startStubGateway(always(rawAnswer(200, '{"announcements":[]}')))
  const stage = await setStage({ url: gateway.url, key: 'a-key' })

  afterEach(async () => {
    // Restore the stores, so that a failed test does not fail the next ones.
    for (const server of [stage.postgres, stage.valkey]) {
      server.thaw()
      if (server.endedWith !== undefined) await server.start()
    }
  })

  const ask = (origin: string, key = stage.key) => get(origin + TARGET, key)
  const refuses = async (origin: string) => {
    for (const key of [stage.key, 'no key at all']) {
      const { status, headers } = await ask(origin, key)
      // A malformed key is invalid without the account store.
      assert.equal(status, key === stage.key ? 503 : 401)
      if (status === 503) assert.ok(Number(headers.get('retry-after')) > 0)
    }
  }

  it('starts without its stores, reports which are down, and becomes ready when they are up', async () => {
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
    const answer = await ask(node.origin)
    assert.equal(answer.status, 200, `${JSON.stringify(answer.json)}\n${node.output()}`)
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

  it('starts while its stores are frozen, and becomes ready when they resume', async () => {
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

  it('without a quota store acquires the database lock when the database is up', async () => {
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

  it('with workers starts without its stores, and stops immediately on a signal', async () => {
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

  it('retries to resolve a host without an address until it is stopped', async () => {
    const nowhere = 'postgres://backline@database.invalid:5432/postgres'
    // An exiting process waits for a pending lookup, for as long as the system resolver takes.
    const settings = { BACKLINE_DATABASE_URL: nowhere, RES_OPTIONS: 'timeout:1 attempts:1' }
    const node = await stage.startNode({ settings })
    assert.equal((await readinessOf(node)).stores.accounts, 'away')
    const reason = /"err":\{[^}]*database\.invalid:5432 .*BACKLINE_DATABASE_URL/
    await until(() => reason.test(node.output()), COME_MS)
    const startMs = performance.now()
    await node.end('SIGTERM')
    assert.equal(node.endedWith, 0)
    assert.ok(performance.now() - startMs < 4_000)
  })

  it('exits with 1 and the reason on a permanent error: immediately, or when the store is up', async () => {
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
    // Before that, it exits like the one above: with its reason, and nothing in the log.
    const hasStarted = (node: Node) => /"type":"process\.ready"/.test(node.output())
    await until(() => waiting.every(hasStarted), START_MS)
    await stage.postgres.start()
    const reasons = [/password is wrong/, /Create the database first/, /password is wrong/]
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

  it('stops in time although its gateway hangs and both stores are frozen', async () => {
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
    // The deadline of the call; three seconds for the usage, in which the history closes too; one
    // for the quotas; one for the accounts; and as much again for the collector and a busy machine.
    assert.ok(tookMs < 2 * (3_000 + 3_000 + 1_000 + 1_000), `${tookMs} ms`)
  })

  it('exits immediately on a second signal', async () => {
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
