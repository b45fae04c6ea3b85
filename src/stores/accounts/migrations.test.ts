import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  digestsOf,
  statementsOf,
  type Digests,
} from '../../../test/harness/migration-statements.ts'
import { ACCOUNT_MIGRATIONS, MIGRATIONS } from './migrations.ts'

/**
 * What each released migration does, as a digest of its statements. A line is added with each new migration, and none
 * is ever changed: databases that have had the old one would not be what the next one expects.
 */
const RELEASED: Digests = {
  '0001-accounts': { sqlite: '8f425a449f8f1218', postgres: '4f004b6cfa2fd557' },
  '0002-usage-days': { sqlite: '742a0fcda1f30870', postgres: '742a0fcda1f30870' },
  '0003-tell-of-changes': { sqlite: 'e3b0c44298fc1c14', postgres: 'dd1b70aa7f5dae89' },
  '0004-portal': { sqlite: '2cb5dc86d6591c55', postgres: '18d3e90f8b44a628' },
}

describe('the migrations of the accounts', () => {
  it('are those that were released, unchanged, and stand in order', async () => {
    assert.deepEqual(await digestsOf(ACCOUNT_MIGRATIONS), RELEASED)
    const names = MIGRATIONS.map(({ name }) => name)
    assert.deepEqual(names, names.toSorted())
  })

  it('make the tables of SQLite as the first version made them', async () => {
    const [first] = MIGRATIONS
    assert.ok(first !== undefined)
    assert.match(
      await statementsOf(first, 'sqlite'),
      /create table "keys" .*"mac" blob not null, "pepper_id" text not null/,
    )
  })
})
