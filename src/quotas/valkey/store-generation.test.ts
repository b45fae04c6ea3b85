import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { startValkey, type Valkey } from '../../../scripts/cluster/start-valkey.ts'
import { skipWithout } from '../../../test/harness/servers.ts'
import { startTcpProxy } from '../../../test/harness/tcp-proxy.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import {
  attemptOn,
  newDeveloper,
  createCounts,
  openNode,
  WIDE,
  type ValkeyNode,
} from '../../../test/harness/valkey-node.ts'
import { DAY_MS } from '../../platform/time/time-units.ts'
import { quotaScripts } from './quota-scripts.ts'

/** A stopped clock, so that no minute ends during a test. */
const STOPPED_CLOCK = quotaScripts('1770000000000')
const LIMIT = 100

describe('a quota store that has lost its data', { skip: skipWithout('valkey') }, () => {
  let server: Valkey
  const folder = temporaryFolder()
  const closing: (() => Promise<void>)[] = []
  before(async () => {
    server = await startValkey({ folder: `${folder}/lasting` })
  })
  after(() => server.stop())
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })
  const open = async (url: string, settings: Parameters<typeof openNode>[1] = {}) => {
    const node = await openNode(url, { scripts: STOPPED_CLOCK, ...settings })
    closing.push(async () => node.close())
    return node
  }
  const start = async (name: string, args: readonly string[] = []) => {
    const started = await startValkey({ folder: `${folder}/${name}`, args })
    closing.push(() => started.stop())
    return started
  }
  const send = async (url: string, ...command: readonly string[]) => {
    const client = createClient({ url })
    await client.connect()
    try {
      return await client.sendCommand<string | null>(command)
    } finally {
      client.destroy()
    }
  }
  /** Runs attempts on several nodes concurrently, until each has made `attempts`. */
  const attempt = async (
    nodes: readonly ValkeyNode[],
    developer: string,
    attempts: number,
    limits = { ...WIDE, minute: LIMIT },
  ) => {
    const counts = createCounts()
    const attackOn = async (node: ValkeyNode) => {
      for (let made = 0; made < attempts; made += 1) {
        await attemptOn(node, developer, counts, limits)
      }
    }
    await Promise.all(nodes.map(attackOn))
    return counts
  }
  const threeNodes = async (url: string) => {
    const nodes = [await open(url), await open(url), await open(url)] as const
    // Each node checks for other nodes four times a second.
    await sleep(400)
    return nodes
  }

  it('admits nothing beyond a quota seen only by an idle node', async () => {
    const [one, two, three] = await threeNodes(server.url)
    const developer = newDeveloper()
    assert.equal((await attempt([three], developer, LIMIT)).admitted, LIMIT)
    await send(server.url, 'FLUSHALL')
    const { admitted, refused, failed } = await attempt([one, two], developer, LIMIT)
    assert.deepEqual([admitted, refused, failed], [0, 2 * LIMIT, 0])
    // The operator can see which node restored how much.
    assert.ok(three.observed.some(({ type }) => type === 'quota.counts_pushed'))
  })

  it('gets back the leases of an idle node', async () => {
    const [one, two, three] = await threeNodes(server.url)
    const developer = newDeveloper()
    const limits = { ...WIDE, concurrency: 4 }
    for (const lease of ['a', 'b', 'c']) await three.take(developer, limits, lease)
    await send(server.url, 'FLUSHALL')
    assert.deepEqual((await one.take(developer, limits, 'd')).violated, [])
    assert.deepEqual((await two.take(developer, limits, 'e')).violated, ['concurrency'])
  })

  it('admits nothing beyond a quota after a restart without its data', async () => {
    const forgetful = await start('forgetful', ['--appendonly', 'no'])
    const [one, two, three] = await threeNodes(forgetful.url)
    const developer = newDeveloper()
    assert.equal((await attempt([three], developer, LIMIT)).admitted, LIMIT)
    await forgetful.end('SIGKILL')
    await forgetful.start()
    const { admitted } = await attempt([one, two], developer, LIMIT)
    assert.equal(admitted, 0)
  })

  it('admits nothing beyond a quota after the promotion of a lagging replica', async () => {
    const primary = await start('primary')
    const between = await startTcpProxy(primary.port)
    closing.push(between.close)
    const replica = await start('replica', ['--replicaof', '127.0.0.1', String(between.port)])
    const proxy = await startTcpProxy(primary.port)
    closing.push(proxy.close)
    const [one, two, three] = await threeNodes(`redis://127.0.0.1:${proxy.port}`)
    const developer = newDeveloper()
    const earlier = await attempt([three], developer, LIMIT / 2)
    const isBehind = async () =>
      (await send(replica.url, 'HGET', `backline:quota:{${developer}}`, 'mc')) !== String(LIMIT / 2)
    while (await isBehind()) await sleep(20)
    between.set({ blackHole: true })
    const later = await attempt([three], developer, LIMIT / 2)
    assert.equal(earlier.admitted + later.admitted, LIMIT)
    await primary.end('SIGKILL')
    await send(replica.url, 'REPLICAOF', 'NO', 'ONE')
    assert.equal(
      await send(replica.url, 'HGET', `backline:quota:{${developer}}`, 'mc'),
      String(LIMIT / 2),
    )
    proxy.redirect(replica.port)
    const { admitted } = await attempt([one, two], developer, LIMIT)
    assert.equal(admitted, 0)
  })

  it('gets back day counts known only to a stopped node', async () => {
    const day = Math.floor(Date.now() / DAY_MS)
    const written = new Map<string, number>()
    const usage = {
      read: async () => 0,
      readDay: async () => [...written].map(([developerId, used]) => ({ developerId, day, used })),
      write: async (rows: readonly { developerId: string; used: number }[]) => {
        for (const { developerId, used } of rows) written.set(developerId, used)
      },
    }
    const scripts = quotaScripts(String(day * DAY_MS + DAY_MS / 2))
    const developer = newDeveloper()
    const limits = { ...WIDE, day: LIMIT }
    const closed = await open(server.url, { usage, scripts })
    await attempt([closed], developer, LIMIT, limits)
    await closed.close()
    assert.equal(written.get(developer), LIMIT)
    await send(server.url, 'FLUSHALL')
    const node = await open(server.url, { usage, scripts })
    assert.equal((await attempt([node], developer, LIMIT, limits)).admitted, 0)
    // A later node has nothing to restore.
    const later = await open(server.url, { usage, scripts })
    assert.equal((await attempt([later], developer, 1, limits)).admitted, 0)
    const pushed = ({ observed }: ValkeyNode) =>
      observed.filter(({ type }) => type === 'quota.counts_pushed').length
    assert.deepEqual([pushed(node), pushed(later)], [1, 0])
  })

  it('waits at most one second for a silent node', async () => {
    const proxy = await startTcpProxy(server.port)
    closing.push(proxy.close)
    const cutOff = await open(`redis://127.0.0.1:${proxy.port}`)
    const node = await open(server.url)
    await sleep(400)
    const developer = newDeveloper()
    await attempt([cutOff], developer, 10)
    proxy.set({ blackHole: true })
    await send(server.url, 'FLUSHALL')
    const startMs = performance.now()
    const { admitted } = await attempt([node], developer, 1)
    const tookMs = performance.now() - startMs
    assert.equal(admitted, 1)
    assert.ok(tookMs > 900 && tookMs < 2_000, `${tookMs} ms`)
    // Its counts arrive once it reconnects.
    proxy.set({ blackHole: false })
    proxy.cut()
    const { state } = await cutOff.take(developer, WIDE, 'later')
    assert.equal(state.used.minute, 11)
  })

  it('fails and admits nothing while counts are missing', async () => {
    const proxy = await startTcpProxy(server.port)
    closing.push(proxy.close)
    const cutOff = await open(`redis://127.0.0.1:${proxy.port}`)
    const node = await open(server.url, { answerMs: 85 })
    await sleep(400)
    const developer = newDeveloper()
    await attempt([cutOff, node], developer, 5)
    proxy.set({ blackHole: true })
    await send(server.url, 'FLUSHALL')
    const { admitted, failed, longestMs } = await attempt([node], developer, 2)
    assert.deepEqual([admitted, failed], [0, 2])
    assert.ok(longestMs < 400, `${longestMs} ms`)
  })
})
