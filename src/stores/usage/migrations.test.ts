import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { digestsOf, type Digests } from '../../../test/harness/migration-statements.ts'
import { USAGE_MIGRATIONS } from './migrations.ts'

/** What each released migration does; to be kept as that of the accounts is. */
const RELEASED: Digests = {
  '0001-usage': { sqlite: 'b7baf48d14725ba6', postgres: '0a4d1e357c9fc803' },
}

describe('the migrations of usage', () => {
  it('are those that were released, unchanged, and stand in order', async () => {
    assert.deepEqual(await digestsOf(USAGE_MIGRATIONS), RELEASED)
    const names = USAGE_MIGRATIONS.migrations.map(({ name }) => name)
    assert.deepEqual(names, names.toSorted())
  })
})
