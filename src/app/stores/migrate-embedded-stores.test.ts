import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { HISTORY_MIGRATIONS } from '../../history/store/migrations/history-migrations.ts'
import { USAGE_MIGRATIONS } from '../../usage/store/usage-migrations.ts'
import type { Observation } from '../telemetry/observations.ts'
import { migrateEmbeddedStores } from './migrate-embedded-stores.ts'

const root = temporaryFolder()

test('the migrations of the history and of usage are observed, once, and those of a newer version', async () => {
  const dataDir = join(mkdtempSync(join(root, 'case-')), 'data')
  const start = async () => {
    const observed: Observation[] = []
    const observe = (one: Observation) => void observed.push(one)
    await migrateEmbeddedStores({ dataDir, databaseUrl: undefined }, observe)
    return observed
  }
  const namesOf = ({ migrations }: typeof HISTORY_MIGRATIONS) => migrations.map(({ name }) => name)
  assert.deepEqual(await start(), [
    { type: 'history.migrated', migrations: namesOf(HISTORY_MIGRATIONS) },
    { type: 'usage.migrated', migrations: namesOf(USAGE_MIGRATIONS) },
  ])
  assert.deepEqual(await start(), [])
  const history = new DatabaseSync(join(dataDir, 'history.db'))
  history.exec("insert into history_migration (name, timestamp) values ('9999-newer', '')")
  history.close()
  assert.deepEqual(await start(), [{ type: 'history.newer', migrations: ['9999-newer'] }])
})
