import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { digestsOf, type Digests } from '../../../test/harness/migration-statements.ts'
import { USAGE_MIGRATIONS } from './usage-migrations.ts'

/** The digest of each released migration; maintain it like that of the accounts. */
const RELEASED: Digests = {
  '0001-usage': { sqlite: 'b7baf48d14725ba6', postgres: '0a4d1e357c9fc803' },
}

describe('the migrations of usage', () => {
  it('equal the released ones and are in order', async () => {
    assert.deepEqual(await digestsOf(USAGE_MIGRATIONS), RELEASED)
    const names = USAGE_MIGRATIONS.migrations.map(({ name }) => name)
    assert.deepEqual(names, names.toSorted())
  })
})
