import { DatabaseSync } from 'node:sqlite'

/** Access removed from restored accounts. */
export interface DroppedAccess {
  readonly sessions: number
  /** Unused sign-in links. */
  readonly links: number
}

/** Security decisions of replaced accounts applied to the restored ones. */
export interface KeptDecisions {
  /** Keys that were revoked or got an earlier expiry. */
  readonly endedKeys: number
  readonly suspendedDevelopers: number
  /** Developers who are operators in the backup but were no longer. */
  readonly lostRoles: number
  /** Persons who sign in as a developer in the backup but did no longer. */
  readonly removedPersons: number
  /** Audit entries that the backup does not have. */
  readonly auditEntries: number
}

/**
 * Deletes the sessions and unused links of accounts to be restored: some may have been ended, used
 * or withdrawn after the backup.
 */
export function dropAccess(restored: string): DroppedAccess {
  using database = new DatabaseSync(restored)
  const run = (statement: string) => Number(database.prepare(statement).run().changes)
  return inTransaction(database, () => ({
    sessions: run('DELETE FROM sessions'),
    links: run('DELETE FROM invitations WHERE used_at_ms IS NULL'),
  }))
}

/**
 * Applies the security decisions of old accounts (`main`) to their replacement (`restored`,
 * attached) in one transaction: all of them, or none when one cannot be read or written. The
 * stricter of both states wins. Old accounts of a version without the portal only have revocations.
 */
export function retainDecisions(database: DatabaseSync): KeptDecisions {
  return inTransaction(database, () => retainAll(database))
}

/** Runs `work` in a transaction, which an error rolls back. Throws that error. */
function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // Some errors, such as a full disk, have ended the transaction already.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

function retainAll(database: DatabaseSync): KeptDecisions {
  const run = (statement: string) => Number(database.prepare(statement).run().changes)
  const endedKeys = retainKeyEnds(run) + revokeRetiredKeys(database, run)
  rememberEndedKeys(database, run)
  const hasPortal = columnsOf(database, 'developers').includes('suspended_at_ms')
  if (!hasPortal) {
    return { endedKeys, suspendedDevelopers: 0, lostRoles: 0, removedPersons: 0, auditEntries: 0 }
  }
  const lostRoles = run(`
    UPDATE restored.developers AS developer SET is_operator = 0
    FROM main.developers AS old
    WHERE old.id = developer.id AND old.is_operator = 0 AND developer.is_operator = 1`)
  const removedPersons = run(`
    DELETE FROM restored.identities
    WHERE developer_id IN (SELECT id FROM main.developers)
      AND id NOT IN (SELECT id FROM main.identities)`)
  const suspendedDevelopers = retainSuspensions(run)
  const columns = columnsOf(database, 'audit').join(', ')
  const auditEntries = run(`
    INSERT INTO restored.audit (${columns})
    SELECT ${columns} FROM main.audit WHERE id NOT IN (SELECT id FROM restored.audit)`)
  return { endedKeys, suspendedDevelopers, lostRoles, removedPersons, auditEntries }
}

function retainKeyEnds(run: (statement: string) => number): number {
  const revoked = run(`
    UPDATE restored.keys AS key SET revoked_at_ms = old.revoked_at_ms
    FROM main.keys AS old
    WHERE old.id = key.id AND old.revoked_at_ms IS NOT NULL AND key.revoked_at_ms IS NULL`)
  const shortened = run(`
    UPDATE restored.keys AS key SET expires_at_ms = old.expires_at_ms
    FROM main.keys AS old
    WHERE old.id = key.id AND key.revoked_at_ms IS NULL AND old.expires_at_ms IS NOT NULL
      AND old.expires_at_ms < coalesce(key.expires_at_ms, 9e15)`)
  run(`
    UPDATE restored.keys AS key SET replaced_by = old.replaced_by
    FROM main.keys AS old
    WHERE old.id = key.id AND key.replaced_by IS NULL AND old.replaced_by IS NOT NULL`)
  return revoked + shortened
}

/**
 * Revokes keys that ended long ago and of which only the ids remain. Versions without that table
 * retained all keys.
 */
function revokeRetiredKeys(database: DatabaseSync, run: (statement: string) => number): number {
  if (columnsOf(database, 'retired_keys').length === 0) return 0
  return run(`
    UPDATE restored.keys AS key SET revoked_at_ms = old.retired_at_ms
    FROM main.retired_keys AS old
    WHERE old.id = key.id AND key.revoked_at_ms IS NULL`)
}

/**
 * Adds the ids of ended keys that the backup lacks: a newer backup, restored later, may have them
 * as active keys.
 */
function rememberEndedKeys(database: DatabaseSync, run: (statement: string) => number): void {
  if (columnsOf(database, 'retired_keys').length > 0) {
    run(`
      INSERT INTO restored.retired_keys (id, application_id, retired_at_ms)
      SELECT id, application_id, retired_at_ms FROM main.retired_keys
      WHERE id NOT IN (SELECT id FROM restored.keys)
      ON CONFLICT DO NOTHING`)
  }
  run(`
    INSERT INTO restored.retired_keys (id, application_id, retired_at_ms)
    SELECT id, application_id, revoked_at_ms FROM main.keys
    WHERE revoked_at_ms IS NOT NULL AND id NOT IN (SELECT id FROM restored.keys)
    ON CONFLICT DO NOTHING`)
}

/**
 * Applies suspensions, also of developers missing from the backup: their persons could register
 * again.
 */
function retainSuspensions(run: (statement: string) => number): number {
  const known = run(`
    UPDATE restored.developers AS developer SET suspended_at_ms = old.suspended_at_ms
    FROM main.developers AS old
    WHERE old.id = developer.id
      AND old.suspended_at_ms IS NOT NULL AND developer.suspended_at_ms IS NULL`)
  // The id after a name that another developer has in the backup makes it unique.
  const unknown = run(`
    INSERT INTO restored.developers (id, name, created_at_ms, waiting_since_ms, suspended_at_ms)
    SELECT id,
      CASE WHEN name IN (SELECT name FROM restored.developers) THEN name || ' ' || id ELSE name END,
      created_at_ms, waiting_since_ms, suspended_at_ms
    FROM main.developers
    WHERE suspended_at_ms IS NOT NULL AND id NOT IN (SELECT id FROM restored.developers)`)
  run(`
    INSERT INTO restored.identities (id, issuer, subject, developer_id, name, created_at_ms)
    SELECT id, issuer, subject, developer_id, name, created_at_ms
    FROM main.identities
    WHERE developer_id IN (SELECT id FROM main.developers WHERE suspended_at_ms IS NOT NULL)
    ON CONFLICT DO NOTHING`)
  return known + unknown
}

function columnsOf(
  database: DatabaseSync,
  table: 'developers' | 'audit' | 'retired_keys',
): readonly string[] {
  return database
    .prepare(`PRAGMA main.table_info(${table})`)
    .all()
    .map(({ name }) => String(name))
}
