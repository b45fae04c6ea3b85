import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  digestsOf,
  statementsOf,
  type Digests,
} from '../../../../test/harness/migration-statements.ts'
import { ACCOUNT_MIGRATIONS, MIGRATIONS } from './migrations.ts'

/**
 * Digest of each released migration's statements. A new migration adds a line; no line ever
 * changes, because existing databases would differ from what the next migration expects.
 */
const RELEASED: Digests = {
  '0001-accounts': { sqlite: '8f425a449f8f1218', postgres: '4f004b6cfa2fd557' },
  '0002-usage-days': { sqlite: '742a0fcda1f30870', postgres: '742a0fcda1f30870' },
  '0003-tell-of-changes': { sqlite: 'e3b0c44298fc1c14', postgres: 'dd1b70aa7f5dae89' },
  '0004-portal': { sqlite: '2cb5dc86d6591c55', postgres: '18d3e90f8b44a628' },
  '0005-key-changes': { sqlite: '9bdfa9206147a11d', postgres: 'b2ec374f77f7aa7d' },
  '0006-bound-accounts': { sqlite: '2244e6b50e108038', postgres: '2244e6b50e108038' },
  '0007-origins-of-access': { sqlite: '199322cc155beca1', postgres: '199322cc155beca1' },
  '0008-incidents': { sqlite: 'f213c5a81838bd31', postgres: 'f213c5a81838bd31' },
  '0009-webhooks': { sqlite: '88110d899f638832', postgres: '63c06da01a91d2f1' },
  '0010-access-requests': { sqlite: 'eb5684ebd8006871', postgres: '12b79ba974a49f02' },
}

describe('the migrations of the accounts', () => {
  it('match the released ones, unchanged and in order', async () => {
    assert.deepEqual(await digestsOf(ACCOUNT_MIGRATIONS), RELEASED)
    const names = MIGRATIONS.map(({ name }) => name)
    assert.deepEqual(names, names.toSorted())
  })

  it('create the SQLite tables of the first version', async () => {
    const [first] = MIGRATIONS
    assert.ok(first !== undefined)
    assert.match(
      await statementsOf(first, 'sqlite'),
      /create table "keys" .*"mac" blob not null, "pepper_id" text not null/,
    )
  })
})
