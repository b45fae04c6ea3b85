import { DatabaseSync } from 'node:sqlite'
import type { TestService } from '../harness/start-test-service.ts'
import { inventKey } from './provoke.ts'

/** What may be wrong with a key that has the right form. */
export type KeyKind = 'unknown' | 'revoked' | 'wrong secret'

/** Makes `count` different keys of a kind. */
export type MakeKeys = (kind: KeyKind, count: number) => Promise<readonly string[]>

/**
 * Makes keys that are refused, of each kind. Those of a known public id are copies of one row, so that making ten
 * thousand takes a moment; `accounts` is the path of the database.
 */
export async function makeRefusedKeys(test: TestService, accounts: string): Promise<MakeKeys> {
  const { entry } = await test.issueKey()
  const columns = 'application_id, mac, pepper_id, scopes, regions, created_at_ms, expires_at_ms'
  return (kind, count) => {
    const keys = Array.from({ length: count }, () => inventKey())
    if (kind === 'unknown') return Promise.resolve(keys)
    using connection = new DatabaseSync(accounts)
    const insert = connection.prepare(
      `INSERT INTO keys (id, revoked_at_ms, ${columns}) SELECT ?, ?, ${columns} FROM keys WHERE id = ?`,
    )
    connection.exec('BEGIN')
    for (const key of keys) {
      insert.run(key.slice(4, 16), kind === 'revoked' ? Date.now() : null, entry.keyId)
      if (kind !== 'revoked') continue
      // A revoked key is genuine: only its end is wrong.
      connection
        .prepare('UPDATE keys SET mac = ? WHERE id = ?')
        .run(test.accounts.pepper.mac(key), key.slice(4, 16))
    }
    connection.exec('COMMIT')
    return Promise.resolve(keys)
  }
}
