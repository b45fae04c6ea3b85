import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { startValkey, type Valkey } from '../../../scripts/cluster/start-valkey.ts'
import { startQuotaLoad, type QuotaLoadOptions } from '../../../test/harness/quota-load.ts'
import { skipWithout } from '../../../test/harness/servers.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { systemClock } from '../../platform/time/system-clock.ts'
import { QUOTA_NAMES } from '../quota.ts'
import { DAY_MS } from '../../platform/time/time-units.ts'
import { quotaScripts, SERVER_TIME } from './quota-scripts.ts'
import { openValkeyQuotaStore } from './open-valkey-quota-store.ts'

const WIDE = { minute: 1_000_000, day: 1_000_000, concurrency: 1_000_000 }
const NODES = 4
/** Attempts of each node: ten thousand in `npm run test:long`. */
const ATTEMPTS = (fc.readConfigureGlobal().numRuns ?? 0) > 1_000 ? 10_000 : 2_000
/** Offsets of the nodes' clocks: up to a day in both directions. */
const OFFSETS_MS = [-DAY_MS, 0, DAY_MS, 601_000]

describe('four nodes on one server', { skip: skipWithout('valkey') }, () => {
  let server: Valkey
  const folder = temporaryFolder()
  before(async () => {
    server = await startValkey({ folder })
  })
  after(() => server.stop())

  const loadOptions = (more: Partial<QuotaLoadOptions>): QuotaLoadOptions => ({
    url: server.url,
    developerId: randomUUID(),
    limits: WIDE,
    attempts: ATTEMPTS,
    parallel: 16,
    holdMs: 0,
    clockOffsetMs: 0,
    leaseMs: 15_000,
    // A stopped clock, so that no minute ends during the test.
    now: '1770000000000',
    ...more,
  })
  const loadAllNodes = (load: QuotaLoadOptions) =>
    Promise.all(
      OFFSETS_MS.slice(0, NODES).map((clockOffsetMs) =>
        startQuotaLoad({ ...load, clockOffsetMs }).result(),
      ),
    )
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
  const openOne = (now = '1770000000000', leaseMs = 15_000) =>
    openValkeyQuotaStore({
      url: server.url,
      clock: systemClock,
      observe: () => {},
      scripts: quotaScripts(now),
      answerMs: 5_000,
      leaseMs,
    })

  for (const name of QUOTA_NAMES) {
    it(`admit exactly the ${name} limit of ${NODES * ATTEMPTS} attempts, and reject none under it`, async () => {
      const size = name === 'concurrency' ? 20 : 3_210
      const load = loadOptions({
        limits: { ...WIDE, [name]: size },
        holdMs: name === 'concurrency' ? 4 : 0,
      })
      const nodes = await loadAllNodes(load)
      assert.equal(sum(nodes.map(({ failed }) => failed)), 0)
      assert.equal(sum(nodes.map(({ underQuota }) => underQuota)), 0)
      const admitted = sum(nodes.map((node) => node.admitted))
      const refused = sum(nodes.map((node) => node.refused))
      assert.equal(admitted + refused, NODES * ATTEMPTS)
      assert.equal(sum(nodes.map(({ violated }) => violated[name] ?? 0)), refused)
      if (name === 'concurrency') {
        assert.equal(Math.max(...nodes.map(({ concurrencyMax }) => concurrencyMax)), size)
      } else assert.equal(admitted, size)
      // A rejection has charged nothing, and every slot has been released.
      const store = await openOne()
      const { used } = await store.read(load.developerId, WIDE)
      assert.deepEqual(used, { minute: admitted, day: admitted, concurrency: 0 })
      await store.close()
    })
  }

  it('get the slots of a killed node when its leases expire, not before', async () => {
    const leaseMs = 1_500
    const limits = { ...WIDE, concurrency: 10 }
    const load = loadOptions({ limits, attempts: 20, holdMs: -1, leaseMs, now: SERVER_TIME })
    const node = startQuotaLoad(load)
    assert.equal((await node.result()).admitted, 10)
    await node.kill()
    const store = await openOne(SERVER_TIME, leaseMs)
    const startMs = performance.now()
    for (let attempt = 0; ; attempt += 1) {
      const { violated } = await store.take(load.developerId, limits, `${attempt}`)
      if (violated.length === 0) break
      assert.ok(performance.now() - startMs < leaseMs + 1_000, 'the places come back')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const tookMs = performance.now() - startMs
    assert.ok(tookMs > leaseMs / 3, `${tookMs} ms`)
    await store.close()
  })
})
