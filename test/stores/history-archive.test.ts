import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { Client } from 'pg'
import { startPostgres, type Postgres } from '../../scripts/cluster/start-postgres.ts'
import { systemClock } from '../../src/compose/system-clock.ts'
import { openEmbeddedArchive } from '../../src/stores/embedded/open-archive.ts'
import { openHistory } from '../../src/stores/embedded/open-history.ts'
import { openPostgresArchive } from '../../src/stores/postgres/open-archive.ts'
import { openPostgresHistory } from '../../src/stores/postgres/open-history.ts'
import { historyArchiveContract } from '../contract/history-archive-contract.ts'
import { createManualClock } from '../harness/manual-clock.ts'
import { skipWithout } from '../harness/servers.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// Whole days of history, in and out of every database.

const folder = temporaryFolder()
let count = 0

historyArchiveContract('embedded', async () => {
  const path = join(folder, `${(count += 1)}.db`)
  return {
    store: openHistory(path, createManualClock(Date.UTC(2026, 10, 21))),
    archive: await openEmbeddedArchive(path),
  }
})

describe('with PostgreSQL,', { skip: skipWithout('postgres', 'initdb') }, () => {
  let server: Postgres
  before(async () => {
    server = await startPostgres({ folder: join(folder, 'server') })
  })
  after(() => server.stop())

  // A database takes a while to make.
  const numRuns = 2
  historyArchiveContract(
    'PostgreSQL',
    async () => {
      const name = `archive_${(count += 1)}`
      const client = new Client({ connectionString: server.url })
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      const url = server.url.replace(/\/postgres$/, `/${name}`)
      return {
        store: openPostgresHistory(url, systemClock),
        archive: await openPostgresArchive(url, systemClock),
      }
    },
    numRuns,
  )
})
