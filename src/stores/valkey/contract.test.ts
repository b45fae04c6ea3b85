import { after, before, describe } from 'node:test'
import { startValkey, type Valkey } from '../../../scripts/cluster/start-valkey.ts'
import { startValkeyCluster } from '../../../scripts/cluster/start-valkey-cluster.ts'
import { quotaStoreContract } from '../../../test/contract/quota-store-contract.ts'
import { createMovedClock, movedClockScripts } from '../../../test/harness/moved-clock-scripts.ts'
import { skipWithout } from '../../../test/harness/servers.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { openValkeyQuotaStore } from './quota-store.ts'

/** The suite moves the clock by years; what a lease does on its own is tried elsewhere. */
const LEASE_MS = 1_000 * 366 * 86_400_000

for (const [name, start] of [
  ['Valkey', startValkey],
  ['Valkey cluster', startValkeyCluster],
] as const) {
  describe(`a server of ${name}`, { skip: skipWithout('valkey') }, () => {
    let server: Valkey
    const folder = temporaryFolder()
    before(async () => {
      server = await start({ folder, args: ['--appendonly', 'no'] })
    })
    after(() => server.stop())

    quotaStoreContract(name, async () => {
      const moved = await createMovedClock(server.url)
      const store = await openValkeyQuotaStore({
        url: server.url,
        clock: moved.clock,
        observe: () => {},
        scripts: movedClockScripts,
        leaseMs: LEASE_MS,
      })
      return moved.moving(store)
    })
  })
}
