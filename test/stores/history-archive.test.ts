import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { Client } from 'pg'
import { startPostgres, type Postgres } from '../../scripts/cluster/start-postgres.ts'
import type { Clock } from '../../src/platform/time/clock.ts'
import { WRITE_PAUSE_MS } from '../../src/history/store/archive/archive-rows.ts'
import { systemClock } from '../../src/platform/time/system-clock.ts'
import { openEmbeddedArchive } from '../../src/history/store/archive/open-sqlite-archive.ts'
import { openHistory } from '../../src/history/store/open-sqlite-history.ts'
import { openPostgresArchive } from '../../src/history/store/archive/open-postgres-archive.ts'
import { openPostgresHistory } from '../../src/history/store/open-postgres-history.ts'
import type { InstanceUnderTest, OpenInstance } from '../contract/archive-under-test.ts'
import { historyArchiveContract } from '../contract/history-archive-contract.ts'
import { historyForgetContract } from '../contract/history-forget-contract.ts'
import { historyImportContract } from '../contract/history-import-contract.ts'
import { createManualClock } from '../harness/manual-clock.ts'
import { skipWithout } from '../harness/servers.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// Export and import of whole days of history, on every database.

const folder = temporaryFolder()
let count = 0

const places = new WeakMap<InstanceUnderTest, string>()

/**
 * A clock that does not wait between two transactions of one call, but runs a callback of the test.
 */
function pausingClock(onPause: () => Promise<void> = async () => {}): Clock {
  return {
    ...systemClock,
    after: (ms, call) => {
      if (ms !== WRITE_PAUSE_MS) return systemClock.after(ms, call)
      void onPause().finally(call)
      return () => {}
    },
  }
}

const openEmbedded: OpenInstance = async (onPause, same) => {
  const path = (same && places.get(same)) ?? join(folder, `${(count += 1)}.db`)
  const instance = {
    store: openHistory(path, createManualClock(Date.UTC(2026, 10, 21))),
    archive: await openEmbeddedArchive(path, pausingClock(onPause)),
  }
  places.set(instance, path)
  return instance
}
historyArchiveContract('embedded', openEmbedded)
historyImportContract('embedded', openEmbedded)
historyForgetContract('embedded', openEmbedded)

describe('with PostgreSQL,', { skip: skipWithout('postgres', 'initdb') }, () => {
  let server: Postgres
  before(async () => {
    server = await startPostgres({ folder: join(folder, 'server') })
  })
  after(() => server.stop())

  // Creating a database takes a while.
  const numRuns = 2
  const openPostgres: OpenInstance = async (onPause, same) => {
    const known = same && places.get(same)
    const name = known ?? `archive_${(count += 1)}`
    if (known === undefined) {
      const client = new Client({ connectionString: server.url })
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
    }
    const url = server.url.replace(/\/postgres$/, `/${name}`)
    const instance = {
      store: openPostgresHistory(url, systemClock),
      archive: await openPostgresArchive(url, pausingClock(onPause)),
    }
    places.set(instance, name)
    return instance
  }
  historyArchiveContract('PostgreSQL', openPostgres, numRuns)
  historyImportContract('PostgreSQL', openPostgres)
  historyForgetContract('PostgreSQL', openPostgres, numRuns)
})
