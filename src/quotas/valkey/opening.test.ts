import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { after, describe, it } from 'node:test'
import { freePort } from '../../../scripts/cluster/free-port.ts'
import { startValkey, type Valkey } from '../../../scripts/cluster/start-valkey.ts'
import { skipWithout } from '../../../test/harness/servers.ts'
import { startTcpProxy } from '../../../test/harness/tcp-proxy.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { openNode, WIDE } from '../../../test/harness/valkey-node.ts'
import { systemClock } from '../../platform/time/system-clock.ts'
import { DAY_MS } from '../../platform/time/time-units.ts'
import {
  checkServer,
  keySlot,
  parseServerUrl,
  redirectedTo,
  UnfitServer,
} from '../../platform/valkey/valkey-server.ts'

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

  it('reports the server once, regardless of reconnects', async () => {
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

  it('warns of a server without append-only file and of clock differences', async () => {
    const { url } = await start(['--appendonly', 'no'])
    const clock = { ...systemClock, nowMs: () => systemClock.nowMs() + DAY_MS }
    const node = await openNode(url, { clock })
    const [checked] = node.observed
    assert.ok(checked?.type === 'quota.store_checked')
    assert.match(checked.warnings.join('\n'), /appendonly yes[^]*differ by 86\d{6} ms/)
    await node.close()
  })

  it('rejects a server that evicts keys or is a replica, with instructions', async () => {
    const evicting = await start(['--maxmemory-policy', 'allkeys-lru'])
    await assert.rejects(openNode(evicting.url), /set maxmemory-policy to noeviction/)
    const replica = await start(['--replicaof', '127.0.0.1', String(await freePort())])
    await assert.rejects(openNode(replica.url), /is a replica/)
  })

  it('opens without a reachable store and uses it once it is up', async () => {
    const server = await start([])
    await server.end('SIGKILL')
    const node = await openNode(server.url, { answerMs: 85 })
    after(() => node.close())
    const changes = () => node.observed.flatMap((seen) => ('state' in seen ? [seen.state] : []))
    assert.deepEqual(changes(), ['away'])
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await assert.rejects(async () => node.take('a', WIDE, 'a'))
    }
    await server.start()
    const untilMs = performance.now() + 1_000
    for (;;) {
      const isReportedUp = changes().includes('back')
      const decision = await Promise.resolve(node.take('a', WIDE, 'b')).catch(() => undefined)
      const isAdmitted = decision?.violated.length === 0
      assert.ok(isAdmitted || !isReportedUp, 'is not reported up before it admits')
      if (isAdmitted && isReportedUp) break
      assert.ok(performance.now() < untilMs, 'is used within a second')
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    assert.deepEqual(changes(), ['away', 'back'])
  })

  it('is detected as up by an idle node', async () => {
    const server = await start([])
    const node = await openNode(server.url, { answerMs: 85 })
    after(() => node.close())
    const changes = () => node.observed.flatMap((seen) => ('state' in seen ? [seen.state] : []))
    await server.end('SIGKILL')
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await assert.rejects(async () => node.take('a', WIDE, `${attempt}`))
    }
    await server.start()
    const untilMs = performance.now() + 1_000
    while (changes().length < 2) {
      assert.ok(performance.now() < untilMs, 'is noticed within a second')
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    assert.deepEqual(changes(), ['away', 'back'])
  })

  it('is reported as unsuitable when it is found so after opening', async () => {
    const server = await start(['--maxmemory-policy', 'allkeys-lru'])
    await server.end('SIGKILL')
    const fatal = Promise.withResolvers<unknown>()
    const node = await openNode(server.url, { answerMs: 85, onFatalError: fatal.resolve })
    after(() => node.close())
    await server.start()
    assert.match(String(await fatal.promise), /set maxmemory-policy to noeviction/)
  })

  it('is used with a password that no error or observation contains', async () => {
    const server = await start(['--requirepass', 'canary-right'])
    const withPassword = (password: string) => server.url.replace('//', `//:${password}@`)
    const node = await openNode(withPassword('canary-right'), { answerMs: 85 })
    await node.take('a', WIDE, 'a')
    const serverInfo: unknown[] = [node.observed]
    await server.end('SIGKILL')
    for (let index = 0; index < 5; index += 1) {
      await Promise.resolve(node.take('a', WIDE, `${index}`)).catch((error) =>
        serverInfo.push(error),
      )
    }
    await node.close()
    await server.start()
    for (const url of [withPassword('canary-wrong'), server.url]) {
      await openNode(url).then(
        () => assert.fail('opened'),
        (error) => serverInfo.push(error),
      )
    }
    // The server speaks no TLS and is never reached; nothing is sent in the clear.
    const secret = await openNode(withPassword('canary-right').replace('redis:', 'rediss:'), {
      answerMs: 85,
    })
    serverInfo.push(secret.observed)
    await Promise.resolve(secret.take('a', WIDE, 'a')).then(
      () => assert.fail('admitted'),
      (error) => serverInfo.push(error),
    )
    await secret.close()
    const words = inspect(serverInfo, { depth: 20, showHidden: true, maxStringLength: null })
    assert.match(words, /WRONGPASS/)
    assert.match(words, /NOAUTH/)
    assert.doesNotMatch(words, /canary|127\.0\.0\.1/)
  })
})

describe('the check of a server', () => {
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

  it('accepts version 7 or later and reports the product by its own name', () => {
    const { product, version, warnings } = checkServer(info({ valkey_version: '8.1.0' }), 0)
    assert.deepEqual([product, version, warnings], ['valkey', '8.1.0', []])
    assert.equal(checkServer(info({}), 0).product, 'redis')
    for (const old of ['6.2.14', 'unknown', '']) {
      assert.throws(() => checkServer(info({ redis_version: old }), 0), UnfitServer)
    }
  })

  it('accepts any role in a cluster, which redirects, and only a primary outside one', () => {
    assert.ok(checkServer(info({ role: 'slave', cluster_enabled: '1' }), 0).cluster)
    assert.throws(
      () => checkServer(info({ role: 'slave', cluster_enabled: '0' }), 0),
      /is a replica/,
    )
  })

  it('warns when the server does not report its eviction policy', () => {
    const serverInfo = info({}).replace('maxmemory_policy', 'other')
    assert.match(checkServer(serverInfo, 0).warnings.join(), /maxmemory-policy/)
  })
})

describe('the server address', () => {
  it('is parsed from a URL, with TLS, a user and a database', () => {
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

  it('of a redirect inherits the credentials of the first', () => {
    const first = parseServerUrl('rediss://:secret@one:7000')
    assert.deepEqual(redirectedTo(first, '10.0.0.2:7001'), {
      ...first,
      host: '10.0.0.2',
      port: 7_001,
    })
    assert.deepEqual(redirectedTo(first, ':7002'), { ...first, port: 7_002 })
    assert.equal(redirectedTo(first, '[fd00::1]:7003').host, 'fd00::1')
  })

  it('of a key is its hash slot', () => {
    // The value of the specification, and one reported by a server.
    assert.equal(keySlot('123456789'), 12_739)
    assert.equal(keySlot('backline:quota:{ann}:leases'), keySlot('ann'))
    assert.equal(keySlot('foo{}{bar}'), 8_363)
  })
})
