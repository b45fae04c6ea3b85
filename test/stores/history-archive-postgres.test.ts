import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { Client } from 'pg'
import { startPostgres, type Postgres } from '../../scripts/cluster/start-postgres.ts'
import { openPostgresArchive } from '../../src/history/store/archive/open-postgres-archive.ts'
import { openPostgresHistory } from '../../src/history/store/open-postgres-history.ts'
import { systemClock } from '../../src/platform/time/system-clock.ts'
import type { InstanceUnderTest, OpenInstance } from '../contract/archive-under-test.ts'
import { historyArchiveContract } from '../contract/history-archive-contract.ts'
import { historyForgetContract } from '../contract/history-forget-contract.ts'
import { historyImportContract } from '../contract/history-import-contract.ts'
import { skipWithout } from '../harness/servers.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { createPausingClock } from './pausing-clock.ts'

// Export and import of whole days of history, on Postgres.

/** The database whose migrated tables the others copy. */
const TEMPLATE = 'migrated'

const folder = temporaryFolder()
let count = 0

const places = new WeakMap<InstanceUnderTest, string>()

describe('with PostgreSQL,', { skip: skipWithout('postgres', 'initdb') }, () => {
  let server: Postgres
  before(async () => {
    server = await startPostgres({ folder: join(folder, 'server') })
    await createDatabase(TEMPLATE, 'template1')
    const url = urlOf(TEMPLATE)
    const [store, archive] = [
      openPostgresHistory(url, systemClock),
      await openPostgresArchive(url, createPausingClock()),
    ]
    await store.watches()
    await Promise.all([store.close(), archive.close()])
  })
  after(() => server.stop())

  const urlOf = (name: string) => server.url.replace(/\/postgres$/, `/${name}`)
  const createDatabase = async (name: string, template: string) => {
    const client = new Client({ connectionString: server.url })
    await client.connect()
    await client.query(`create database ${name} template ${template}`)
    await client.end()
  }

  // Creating a database takes a while.
  const numRuns = 2
  const openPostgres: OpenInstance = async (onPause, same) => {
    const known = same && places.get(same)
    const name = known ?? `archive_${(count += 1)}`
    if (known === undefined) {
      await createDatabase(name, TEMPLATE)
    }
    const url = urlOf(name)
    const instance = {
      store: openPostgresHistory(url, systemClock),
      archive: await openPostgresArchive(url, createPausingClock(onPause)),
    }
    places.set(instance, name)
    return instance
  }
  historyArchiveContract('PostgreSQL', openPostgres, numRuns)
  historyImportContract('PostgreSQL', openPostgres)
  historyForgetContract('PostgreSQL', openPostgres, numRuns)
})
