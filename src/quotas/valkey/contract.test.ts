import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startValkey, type Valkey } from '../../../scripts/cluster/start-valkey.ts'
import { startValkeyCluster } from '../../../scripts/cluster/start-valkey-cluster.ts'
import { quotaStoreContract } from '../../../test/contract/quota-store-contract.ts'
import { createMovedClock, movedClockScripts } from '../../../test/harness/moved-clock-scripts.ts'
import { skipWithout } from '../../../test/harness/servers.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { openNode } from '../../../test/harness/valkey-node.ts'
import { openValkeyQuotaStore } from './open-valkey-quota-store.ts'

/** The suite moves the clock by years; other tests cover lease expiry. */
const LEASE_MS = 1_000 * 366 * 86_400_000

for (const [name, start, cluster] of [
  ['Valkey', startValkey, false],
  ['Valkey cluster', startValkeyCluster, true],
] as const) {
  describe(`a server of ${name}`, { skip: skipWithout('valkey') }, () => {
    let server: Valkey
    const folder = temporaryFolder()
    before(async () => {
      server = await start({ folder, args: ['--appendonly', 'no'] })
    })
    after(() => server.stop())

    it('is detected as a cluster or a single server', async () => {
      const node = await openNode(server.url)
      const [checked] = node.observed
      assert.ok(checked?.type === 'quota.store_checked' && checked.cluster === cluster)
      await node.close()
    })

    quotaStoreContract(name, async () => {
      const moved = await createMovedClock(server.url)
      const store = await openValkeyQuotaStore({
        url: server.url,
        clock: moved.clock,
        observe: () => {},
        scripts: movedClockScripts,
        answerMs: 5_000,
        leaseMs: LEASE_MS,
      })
      return moved.moving(store)
    })
  })
}
