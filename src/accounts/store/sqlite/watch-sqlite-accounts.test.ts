import assert from 'node:assert/strict'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../../test/harness/manual-clock.ts'
import { temporaryFolder } from '../../../../test/harness/temporary-folder.ts'
import { systemClock } from '../../../platform/time/system-clock.ts'
import type { ChangeNotice } from '../../keys/key-store.ts'
import { openAccounts } from './open-sqlite-accounts.ts'
import { watchAccounts } from './watch-sqlite-accounts.ts'

const folder = temporaryFolder()

/**
 * Creates accounts with one developer, application and key, and a connection for manual changes.
 */
async function accounts(name: string) {
  const path = join(folder, name)
  await (await openAccounts(path, systemClock)).close()
  const writer = new DatabaseSync(path)
  writer.exec(`
    INSERT INTO developers (id, name, created_at_ms) VALUES ('dev', 'Dev', 1);
    INSERT INTO applications (id, developer_id, name, created_at_ms) VALUES ('app', 'dev', 'App', 1);
    INSERT INTO keys (id, application_id, mac, pepper_id, scopes, regions, created_at_ms)
      VALUES ('one', 'app', x'00', 'p', '[]', '[]', 1)`)
  return { path, writer }
}

const ofKeys = (...keyIds: readonly string[]): ChangeNotice => ({
  keyIds: new Set(keyIds),
  developerIds: new Set(),
  plans: new Set(),
})

describe('the account watch', () => {
  it('reports the keys affected by a commit within 100 ms, and nothing else', async () => {
    const { path, writer } = await accounts('commits.db')
    const clock = createManualClock(0)
    const watch = watchAccounts(path, clock, () => assert.fail())
    const told: ChangeNotice[] = []
    const stop = watch.onChange((notice) => told.push(notice))
    clock.advance(1_000)
    assert.deepEqual(told, [])
    writer.exec("UPDATE keys SET revoked_at_ms = 5 WHERE id = 'one'")
    clock.advance(100)
    assert.deepEqual(told.splice(0), [ofKeys('one')])
    writer.exec("BEGIN; UPDATE keys SET expires_at_ms = 5 WHERE id = 'one'")
    clock.advance(1_000)
    assert.deepEqual(told, [])
    writer.exec('COMMIT')
    clock.advance(100)
    assert.deepEqual(told.splice(0), [ofKeys('one')])
    writer.exec("UPDATE keys SET name = 'renamed', revoked_at_ms = 5 WHERE id = 'one'")
    writer.exec("UPDATE developers SET waiting_since_ms = 5, is_operator = 1 WHERE id = 'dev'")
    writer.exec("UPDATE applications SET name = 'renamed' WHERE id = 'app'")
    clock.advance(1_000)
    assert.deepEqual(told, [])
    stop()
    watch.close()
    assert.equal(clock.pending, 0)
    writer.close()
  })

  it('reports everything as changed after too many changes, a truncated log or a new owner', async () => {
    const { path, writer } = await accounts('many.db')
    const clock = createManualClock(0)
    const watch = watchAccounts(path, clock, () => assert.fail())
    const told: ChangeNotice[] = []
    watch.onChange((notice) => told.push(notice))
    const causes = {
      'too many': `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
        INSERT INTO key_changes (kind, subject) SELECT 'key', i FROM n`,
      'a cut log': `INSERT INTO key_changes (kind, subject) VALUES ('key', 'a'), ('key', 'b');
        DELETE FROM key_changes WHERE id < (SELECT max(id) FROM key_changes)`,
      'an older log': 'DELETE FROM key_changes',
      'another owner': `INSERT INTO developers (id, name, created_at_ms) VALUES ('two', 'Two', 1);
        UPDATE applications SET developer_id = 'two' WHERE id = 'app'`,
      'a kind of a newer version': "INSERT INTO key_changes (kind, subject) VALUES ('team', 'a')",
    }
    for (const [cause, statements] of Object.entries(causes)) {
      writer.exec(statements)
      clock.advance(100)
      assert.deepEqual(told.splice(0), ['everything'], cause)
      clock.advance(1_000)
      assert.deepEqual(told, [], cause)
    }
    writer.exec("UPDATE keys SET revoked_at_ms = 5 WHERE id = 'one'")
    clock.advance(100)
    assert.deepEqual(told, [ofKeys('one')])
    watch.close()
    writer.close()
  })

  it('bounds the change log', async () => {
    const { path, writer } = await accounts('bounded.db')
    writer.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25000)
      INSERT INTO key_changes (kind, subject) SELECT 'key', i FROM n`)
    const { count } = writer.prepare('SELECT count(*) AS count FROM key_changes').get() as {
      count: number
    }
    assert.ok(count <= 10_100, `${count} rows in ${path}`)
    writer.close()
  })

  it('continues while the file is unreadable, reports it once, and notifies on recovery', async () => {
    const { path, writer } = await accounts('broken.db')
    writer.exec('PRAGMA journal_mode = DELETE')
    writer.close()
    const whole = readFileSync(path)
    const clock = createManualClock(0)
    const faults: unknown[] = []
    const watch = watchAccounts(path, clock, (error) => faults.push(error))
    let told = 0
    watch.onChange(() => (told += 1))
    truncateSync(path, 100)
    clock.advance(1_000)
    assert.equal(faults.length, 1)
    assert.equal(watch.confirmedAtMs?.(), 0, 'an unreadable file confirms nothing')
    writeFileSync(path, whole)
    clock.advance(1_000)
    assert.equal(faults.length, 1)
    assert.ok(told >= 1)
    assert.equal(watch.confirmedAtMs?.(), clock.monotonicMs())
    watch.close()
  })
})
