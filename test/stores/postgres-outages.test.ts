import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres, type Postgres } from '../../scripts/cluster/start-postgres.ts'
import { KEY_CACHE_MS } from '../../src/keyed/access/key-cache.ts'
import { openAccountService, type AccountService } from '../../src/accounts/open-account-service.ts'
import { openKeyStore, type OpenKeyStore } from '../../src/accounts/keys/open-key-store.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import { readConfig, type Config } from '../../src/app/config/read-config.ts'
import { OBSERVATIONS } from '../../src/app/telemetry/observations.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { newKey, newName } from '../contract/new-key.ts'
import { createTestKeyCache, type TestKeyCache } from '../harness/test-key-cache.ts'
import { skipWithout } from '../harness/servers.ts'
import { startTcpProxy, type TcpProxy } from '../harness/tcp-proxy.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// Requests during outages of the accounts in Postgres, behind a proxy that can drop packets.

const folder = temporaryFolder()
const PASSWORD = 'canary-of-the-password'

/**
 * Key-cache entries expire faster here: 5 s in a quarter of a second, and the grace period in one.
 */
const SPEED = 20
const GRACE_MS = 20_000

/** A lookup times out after 250 ms; the rest is tolerance for a busy machine. */
const LATEST_MS = 400

/** A clock that runs `speed` times as fast. */
const clockAt = (speed: number) => ({
  ...systemPlatform.clock,
  monotonicMs: () => systemPlatform.clock.monotonicMs() * speed,
})

type Said = 'yes' | 'no' | 'away'

describe('accounts in Postgres', { skip: skipWithout('postgres', 'initdb') }, () => {
  let server: Postgres
  let proxy: TcpProxy
  let config: Config
  let service: AccountService
  let keys: OpenKeyStore
  let keyCache: TestKeyCache
  const lines: string[] = []
  const log = createLog(
    OBSERVATIONS,
    { write: (line) => void lines.push(line) },
    systemPlatform.clock,
  )
  const changes: string[] = []

  before(async () => {
    server = await startPostgres({ folder: join(folder, 'server'), password: PASSWORD })
    proxy = await startTcpProxy(server.port)
    config = readConfig({
      BACKLINE_DATA_DIR: join(folder, 'data'),
      BACKLINE_DATABASE_URL: through(proxy.port),
      BACKLINE_KEY_PEPPER: 'a pepper of at least 32 characters',
    })
    service = await openAccountService(config, systemPlatform)
    keys = await openKeyStore(config, { ...systemPlatform, observe }, service)
    keyCache = createTestKeyCache({ keys, clock: clockAt(SPEED), graceMs: GRACE_MS })
  })
  after(async () => {
    keyCache.close()
    keys.close()
    await service.close()
    await proxy.close()
    await server.stop()
  })

  const observe: Parameters<typeof openKeyStore>[1]['observe'] = (observation) => {
    log(observation)
    if (observation.type === 'store.changed') changes.push(observation.state)
  }
  const through = (port: number) => server.url.replace(/:\d+\/postgres$/, `:${port}/postgres`)
  const ask = async (keyId: string, of = keyCache): Promise<Said> => {
    try {
      return (await of.find(keyId)) === undefined ? 'no' : 'yes'
    } catch (error) {
      assert.equal((error as { code?: string }).code, 'unavailable')
      return 'away'
    }
  }
  const timed = async (keyId: string) => {
    const startMs = performance.now()
    const said = await ask(keyId)
    return { said, tookMs: performance.now() - startMs }
  }
  const created = async () => {
    const key = newKey()
    await service.store.createKey(key, {})
    // The notification has passed: from here on none arrives.
    await sleep(50)
    assert.equal(await ask(key.keyId), 'yes')
    return key.keyId
  }

  const observeOutage = async (keyId: string) => {
    const startMs = performance.now()
    const known: { said: Said; tookMs: number; atMs: number }[] = []
    const unknown: { said: Said; tookMs: number }[] = []
    while (performance.now() - startMs < GRACE_MS / SPEED + 600) {
      const atMs = performance.now() - startMs
      const [one, other] = await Promise.all([timed(keyId), timed(newName())])
      known.push({ ...one, atMs })
      unknown.push(other)
      await sleep(10)
    }
    return { known, unknown }
  }
  const answers = (asked: readonly { said: Said }[]) => [...new Set(asked.map(({ said }) => said))]

  const outages: Readonly<Record<string, { begin: () => unknown; end: () => unknown }>> = {
    'stopped in order': { begin: () => server.end('SIGINT'), end: () => server.start() },
    'killed -9': { begin: () => server.end('SIGKILL'), end: () => server.start() },
    frozen: { begin: () => server.freeze(), end: () => server.thaw() },
    'behind a network that loses everything': {
      begin: () => proxy.set({ blackHole: true }),
      end: () => proxy.set({ blackHole: false }),
    },
  }
  for (const [name, { begin, end }] of Object.entries(outages)) {
    it(`that are ${name}: known keys work for the grace period, then are 503; unknown keys are 503 at once`, async () => {
      const keyId = await created()
      changes.length = 0
      await begin()
      const { known, unknown } = await observeOutage(keyId).finally(end)
      const backMs = performance.now()
      while ((await ask(keyId)) !== 'yes') {
        assert.ok(performance.now() - backMs < 2_000, 'not back after two seconds')
        await sleep(10)
      }
      assert.equal(await ask(newName()), 'no')
      assert.deepEqual(changes, ['away', 'back'])

      assert.deepEqual(answers(unknown), ['away'])
      // The last confirmation may be as old as a fresh cache entry, and a request takes a moment.
      const sureMs = (GRACE_MS - KEY_CACHE_MS) / SPEED - LATEST_MS
      assert.deepEqual(answers(known.filter(({ atMs }) => atMs < sureMs)), ['yes'])
      assert.deepEqual(answers(known.filter(({ atMs }) => atMs > GRACE_MS / SPEED)), ['away'])
      const took = [...known, ...unknown].map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)
      assert.ok((took.at(-1) ?? 0) < LATEST_MS, `the slowest took ${took.at(-1)} ms`)
      assert.ok((took[Math.floor(took.length / 2)] ?? 0) < 20, 'half of them waited')
    })
  }

  it('reject no known key while they recover', async () => {
    // Real time, so that a slow start of Postgres does not outlast the grace; only the cached entry
    // ages at once.
    let agedMs = 0
    const monotonicMs = () => systemPlatform.clock.monotonicMs() + agedMs
    const clock = { ...systemPlatform.clock, monotonicMs }
    const patient = createTestKeyCache({ keys, clock, graceMs: 60_000 })
    const keyId = await created()
    assert.equal(await ask(keyId, patient), 'yes')
    await server.end('SIGINT')
    agedMs = KEY_CACHE_MS
    const watch = { isOver: false }
    const back = server
      .start()
      .then(() => sleep(700))
      .finally(() => (watch.isOver = true))
    const seen = new Set<Said>()
    while (!watch.isOver) {
      seen.add(await ask(keyId, patient))
      await sleep(5)
    }
    await back
    patient.close()
    assert.deepEqual([...seen], ['yes'])
  })

  it('coalesce the lookups of all requests with a key', async () => {
    const keyId = await created()
    let reads = 0
    const counting = {
      onChange: keys.onChange,
      find: (id: string) => {
        reads += 1
        return keys.find(id)
      },
    }
    const cold = createTestKeyCache({ keys: counting, clock: systemPlatform.clock, graceMs: 0 })
    const said = await Promise.all(Array.from({ length: 200 }, () => ask(keyId, cold)))
    assert.deepEqual([...new Set(said), reads], ['yes', 1])
    cold.close()
  })

  it('reject a revoked key when its cache entry expires without notifications, and as soon as one arrives with them', async () => {
    const lossy = await startTcpProxy(server.port)
    const deaf = await openKeyStore(
      { ...config, databaseUrl: through(lossy.port) },
      { ...systemPlatform, observe },
      service,
    )
    // In one of them, 5 s last one second; in the other no entry expires during this test.
    const [aging, young] = [5, 0.01].map((speed) =>
      createTestKeyCache({ keys: deaf, clock: clockAt(speed), graceMs: 60_000 }),
    ) as [TestKeyCache, TestKeyCache]
    const up = Promise.withResolvers<void>()
    deaf.onChange(() => up.resolve())
    await up.promise
    const keyId = await created()
    for (const node of [aging, young]) assert.ok(await node.find(keyId))
    lossy.set({ blackHole: true })
    await service.store.revokeKey(keyId, 1)
    const refused = async (node: TestKeyCache) => {
      const startMs = performance.now()
      while ((await node.find(keyId))?.revokedAtMs === undefined) await sleep(10)
      return performance.now() - startMs
    }
    // A second more in each, for a busy machine.
    assert.ok((await refused(aging)) < KEY_CACHE_MS / 5 + 1_000)
    assert.equal((await young.find(keyId))?.revokedAtMs, undefined)
    lossy.set({ blackHole: false })
    // The dead connection has been noticed or is now, and the next one drops every cache entry.
    assert.ok((await refused(young)) < 4_500)
    for (const part of [aging, young, deaf]) part.close()
    await lossy.close()
  })

  it('do not reveal the password', async () => {
    const wrong = { ...config, databaseUrl: config.databaseUrl?.replace(PASSWORD, 'canary-2') }
    const said = await openAccountService(wrong, systemPlatform).then(
      () => assert.fail(),
      (error: unknown) => error as Error,
    )
    assert.match(said.message, /cannot be used: .*The user name or the password is wrong/)
    log({ type: 'fault', where: 'test', error: said })
    assert.ok(lines.length > 8)
    assert.doesNotMatch([...lines, said.message, said.stack].join('\n'), /canary/)
  })
})
