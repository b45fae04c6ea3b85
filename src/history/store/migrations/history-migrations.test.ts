import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { digestsOf, type Digests } from '../../../../test/harness/migration-statements.ts'
import { HISTORY_MIGRATIONS } from './history-migrations.ts'

/** The digests of released migrations; maintain them like those of the accounts. */
const RELEASED: Digests = {
  '0001-history': { sqlite: '7ae98043675fbe4c', postgres: '9c7e57b71fb2e47b' },
  '0002-archive': { sqlite: '7b13955ce3027eef', postgres: '1f8bb381e74584c3' },
  '0003-revisions': { sqlite: '7a5f758f6db944f9', postgres: '7a5f758f6db944f9' },
  '0004-run-indexes': { sqlite: '95fa95238a4dd703', postgres: '95fa95238a4dd703' },
  '0005-anomalies': { sqlite: '005a25a72d5fd648', postgres: 'd9a07f320f7112fe' },
  '0006-import-origins': { sqlite: '5d0b173553212fa9', postgres: '5d0b173553212fa9' },
  '0007-facts': { sqlite: 'd3605d47cc56bf28', postgres: 'a5c11dd8a7c9341e' },
  '0008-predictions': { sqlite: 'ae17e59e6f9fd97b', postgres: 'ef6c9bbe6e679152' },
  '0009-players': { sqlite: 'c5bbfd6b66d67787', postgres: 'e6ef945069936974' },
  '0010-covering-points': { sqlite: 'e3b0c44298fc1c14', postgres: 'd878f22188a8fe5a' },
}

describe('history migrations', () => {
  it('are the released ones, unchanged and in order', async () => {
    assert.deepEqual(await digestsOf(HISTORY_MIGRATIONS), RELEASED)
    const names = HISTORY_MIGRATIONS.migrations.map(({ name }) => name)
    assert.deepEqual(names, names.toSorted())
  })
})
