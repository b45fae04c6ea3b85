import { DatabaseSync } from 'node:sqlite'
import type { TestService } from '../harness/start-test-service.ts'
import { forgeKey } from './provoke.ts'

/** Why a well-formed key is rejected. */
export type KeyKind = 'unknown' | 'revoked' | 'wrong secret'

/** Creates `count` distinct keys of a kind. */
export type CreateKeys = (kind: KeyKind, count: number) => Promise<readonly string[]>

/**
 * Creates rejected keys of each kind. Those with a known public id are copies of one row, so that
 * creating ten thousand is fast; `accounts` is the path of the database.
 */
export async function createRefusedKeys(test: TestService, accounts: string): Promise<CreateKeys> {
  const { entry } = await test.issueKey()
  const columns = 'application_id, mac, pepper_id, scopes, regions, created_at_ms, expires_at_ms'
  return (kind, count) => {
    const keys = Array.from({ length: count }, () => forgeKey())
    if (kind === 'unknown') return Promise.resolve(keys)
    using connection = new DatabaseSync(accounts)
    const insert = connection.prepare(
      `INSERT INTO keys (id, revoked_at_ms, ${columns}) SELECT ?, ?, ${columns} FROM keys WHERE id = ?`,
    )
    connection.exec('BEGIN')
    for (const key of keys) {
      insert.run(key.slice(4, 16), kind === 'revoked' ? Date.now() : null, entry.keyId)
      if (kind !== 'revoked') continue
      // A revoked key has a valid MAC: only its end makes it invalid.
      connection
        .prepare('UPDATE keys SET mac = ? WHERE id = ?')
        .run(test.accounts.pepper.mac(key), key.slice(4, 16))
    }
    connection.exec('COMMIT')
    return Promise.resolve(keys)
  }
}
