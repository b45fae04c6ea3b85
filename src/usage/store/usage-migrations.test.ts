import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { digestsOf, type Digests } from '../../../test/harness/migration-statements.ts'
import { USAGE_MIGRATIONS } from './usage-migrations.ts'

/** The digest of each released migration; maintain it like that of the accounts. */
const RELEASED: Digests = {
  '0001-usage': { sqlite: 'b7baf48d14725ba6', postgres: '0a4d1e357c9fc803' },
  '0002-page-filters': { sqlite: '3b4b50401be2bf46', postgres: '32f378e348d40d32' },
  '0003-usage-days': { sqlite: 'df6030453e6dde22', postgres: 'e894e0d1d106c6a9' },
  '0004-usage-latencies': { sqlite: '5876a4dab1529383', postgres: 'b173572e58b65451' },
}

describe('the migrations of usage', () => {
  it('equal the released ones and are in order', async () => {
    assert.deepEqual(await digestsOf(USAGE_MIGRATIONS), RELEASED)
    const names = USAGE_MIGRATIONS.migrations.map(({ name }) => name)
    assert.deepEqual(names, names.toSorted())
  })
})
