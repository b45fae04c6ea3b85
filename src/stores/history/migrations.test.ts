import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { digestsOf, type Digests } from '../../../test/harness/migration-statements.ts'
import { HISTORY_MIGRATIONS } from './migrations.ts'

/** What each released migration does; to be kept as that of the accounts is. */
const RELEASED: Digests = {
  '0001-history': { sqlite: '7ae98043675fbe4c', postgres: '9c7e57b71fb2e47b' },
  '0002-archive': { sqlite: '7b13955ce3027eef', postgres: '1f8bb381e74584c3' },
}

describe('the migrations of the history', () => {
  it('are those that were released, unchanged, and stand in order', async () => {
    assert.deepEqual(await digestsOf(HISTORY_MIGRATIONS), RELEASED)
    const names = HISTORY_MIGRATIONS.migrations.map(({ name }) => name)
    assert.deepEqual(names, names.toSorted())
  })
})
