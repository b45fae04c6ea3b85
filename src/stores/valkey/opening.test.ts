import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { after, describe, it } from 'node:test'
import { freePort } from '../../../scripts/cluster/free-port.ts'
import { startValkey, type Valkey } from '../../../scripts/cluster/start-valkey.ts'
import { skipWithout } from '../../../test/harness/servers.ts'
import { startTcpProxy } from '../../../test/harness/tcp-proxy.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { openNode, WIDE } from '../../../test/harness/valkey-node.ts'
import { systemClock } from '../../compose/system-clock.ts'
import { DAY_MS } from '../../domain/time-units.ts'
import { checkServer, UnfitServer } from './check-server.ts'
import { keySlot } from './key-slot.ts'
import { parseServerUrl, redirectedTo } from './server-address.ts'

describe('opening a quota store', { skip: skipWithout('valkey') }, () => {
  const folder = temporaryFolder()
  let servers = 0
  const running: Valkey[] = []
  const start = async (args: readonly string[]) => {
    const server = await startValkey({ folder: `${folder}/${(servers += 1)}`, args })
    running.push(server)
    return server
  }
  after(() => Promise.all(running.map((server) => server.stop())))

  it('says once what the server is, however often it is connected to', async () => {
    const { url, port } = await start([])
    const proxy = await startTcpProxy(port)
    const node = await openNode(url.replace(String(port), String(proxy.port)))
    await node.take('a', WIDE, 'a')
    proxy.cut()
    await node.take('a', WIDE, 'b')
    const [checked, ...more] = node.observed.filter(({ type }) => type === 'quota.store_checked')
    assert.ok(checked?.type === 'quota.store_checked' && /^\d+\.\d+\.\d+/.test(checked.version))
    assert.deepEqual([checked.cluster, checked.warnings, more], [false, [], []])
    await node.close()
    await proxy.close()
  })

  it('warns of a server without a log of its writes, and of clocks that differ', async () => {
    const { url } = await start(['--appendonly', 'no'])
    const clock = { ...systemClock, nowMs: () => systemClock.nowMs() + DAY_MS }
    const node = await openNode(url, { clock })
    const [checked] = node.observed
    assert.ok(checked?.type === 'quota.store_checked')
    assert.match(checked.warnings.join('\n'), /appendonly yes[^]*differ by 86\d{6} ms/)
    await node.close()
  })

  it('refuses a server that would drop counts, or that is a replica, and says what to do', async () => {
    const evicting = await start(['--maxmemory-policy', 'allkeys-lru'])
    await assert.rejects(openNode(evicting.url), /set maxmemory-policy to noeviction/)
    const replica = await start(['--replicaof', '127.0.0.1', String(await freePort())])
    await assert.rejects(openNode(replica.url), /is a replica/)
  })

  it('waits for nobody: a store that is not there yet is used when it comes', async () => {
    const server = await start([])
    await server.end('SIGKILL')
    const node = await openNode(server.url, { answerMs: 85 })
    after(() => node.close())
    const changes = () => node.observed.flatMap((seen) => ('state' in seen ? [seen.state] : []))
    assert.deepEqual(changes(), ['away'])
    for (let asked = 0; asked < 4; asked += 1) {
      await assert.rejects(async () => node.take('a', WIDE, 'a'))
    }
    await server.start()
    const untilMs = performance.now() + 1_000
    for (;;) {
      const decision = await Promise.resolve(node.take('a', WIDE, 'b')).catch(() => undefined)
      if (decision?.violated.length === 0) break
      assert.ok(performance.now() < untilMs, 'is used within a second')
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    assert.deepEqual(changes(), ['away', 'back'])
  })

  it('is noticed to be back by a node that nobody asks', async () => {
    const server = await start([])
    const node = await openNode(server.url, { answerMs: 85 })
    after(() => node.close())
    const changes = () => node.observed.flatMap((seen) => ('state' in seen ? [seen.state] : []))
    await server.end('SIGKILL')
    for (let asked = 0; asked < 3; asked += 1) {
      await assert.rejects(async () => node.take('a', WIDE, `${asked}`))
    }
    await server.start()
    const untilMs = performance.now() + 1_000
    while (changes().length < 2) {
      assert.ok(performance.now() < untilMs, 'is noticed within a second')
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    assert.deepEqual(changes(), ['away', 'back'])
  })

  it('that comes late and must not be used is told as what it is', async () => {
    const server = await start(['--maxmemory-policy', 'allkeys-lru'])
    await server.end('SIGKILL')
    const told = Promise.withResolvers<unknown>()
    const node = await openNode(server.url, { answerMs: 85, giveUp: told.resolve })
    after(() => node.close())
    await server.start()
    assert.match(String(await told.promise), /set maxmemory-policy to noeviction/)
  })

  it('is used with a password, which no error and no observation shows', async () => {
    const server = await start(['--requirepass', 'canary-right'])
    const with_ = (password: string) => server.url.replace('//', `//:${password}@`)
    const node = await openNode(with_('canary-right'), { answerMs: 85 })
    await node.take('a', WIDE, 'a')
    const said: unknown[] = [node.observed]
    await server.end('SIGKILL')
    for (let index = 0; index < 5; index += 1) {
      await Promise.resolve(node.take('a', WIDE, `${index}`)).catch((error) => said.push(error))
    }
    await node.close()
    await server.start()
    for (const url of [with_('canary-wrong'), server.url]) {
      await openNode(url).then(
        () => assert.fail('opened'),
        (error) => said.push(error),
      )
    }
    // Speaks no TLS, so it is never reached; nothing is sent in the clear.
    const secret = await openNode(with_('canary-right').replace('redis:', 'rediss:'), {
      answerMs: 85,
    })
    said.push(secret.observed)
    await Promise.resolve(secret.take('a', WIDE, 'a')).then(
      () => assert.fail('admitted'),
      (error) => said.push(error),
    )
    await secret.close()
    const words = inspect(said, { depth: 20, showHidden: true, maxStringLength: null })
    assert.match(words, /WRONGPASS/)
    assert.match(words, /NOAUTH/)
    assert.doesNotMatch(words, /canary|127\.0\.0\.1/)
  })
})

describe('what a server says of itself', () => {
  const info = (more: Readonly<Record<string, string>>) =>
    Object.entries({
      redis_version: '7.2.4',
      role: 'master',
      maxmemory_policy: 'noeviction',
      aof_enabled: '1',
      ...more,
    })
      .map(([name, value]) => `${name}:${value}`)
      .join('\r\n')

  it('is enough from version 7 on, by the name that the product gives itself', () => {
    const { product, version, warnings } = checkServer(info({ valkey_version: '8.1.0' }), 0)
    assert.deepEqual([product, version, warnings], ['valkey', '8.1.0', []])
    assert.equal(checkServer(info({}), 0).product, 'redis')
    for (const old of ['6.2.14', 'unknown', '']) {
      assert.throws(() => checkServer(info({ redis_version: old }), 0), UnfitServer)
    }
  })

  it('is enough in a cluster whatever its role is, for it redirects, and alone only as a primary', () => {
    assert.ok(checkServer(info({ role: 'slave', cluster_enabled: '1' }), 0).cluster)
    assert.throws(
      () => checkServer(info({ role: 'slave', cluster_enabled: '0' }), 0),
      /is a replica/,
    )
  })

  it('is warned of where it says nothing of its eviction', () => {
    const said = info({}).replace('maxmemory_policy', 'other')
    assert.match(checkServer(said, 0).warnings.join(), /maxmemory-policy/)
  })
})

describe('the address of a server', () => {
  it('is read from a URL, with TLS, a user and a database', () => {
    assert.deepEqual(parseServerUrl('rediss://user:p%40ss@[::1]:7000/3'), {
      host: '::1',
      port: 7_000,
      tls: true,
      username: 'user',
      password: 'p@ss',
      database: 3,
    })
    assert.deepEqual(parseServerUrl('redis://store'), {
      host: 'store',
      port: 6_379,
      tls: false,
      database: 0,
    })
    for (const wrong of ['redis://:canary@store/none', 'redis://:canary%@store']) {
      assert.throws(
        () => parseServerUrl(wrong),
        ({ message }: Error) => /BACKLINE_VALKEY_URL/.test(message) && !message.includes('canary'),
      )
    }
  })

  it('of a redirect is entered as the first one was', () => {
    const first = parseServerUrl('rediss://:secret@one:7000')
    assert.deepEqual(redirectedTo(first, '10.0.0.2:7001'), {
      ...first,
      host: '10.0.0.2',
      port: 7_001,
    })
    assert.deepEqual(redirectedTo(first, ':7002'), { ...first, port: 7_002 })
    assert.equal(redirectedTo(first, '[fd00::1]:7003').host, 'fd00::1')
  })

  it('of a key is its slot, as the servers count it', () => {
    // The value of the specification, and one that a server said.
    assert.equal(keySlot('123456789'), 12_739)
    assert.equal(keySlot('backline:quota:{ann}:leases'), keySlot('ann'))
    assert.equal(keySlot('foo{}{bar}'), 8_363)
  })
})
