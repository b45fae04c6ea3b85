import { DatabaseSync } from 'node:sqlite'
import { DataFolderTaken } from '../own-data-folder.ts'

/** SQLITE_BUSY, and what says that there is nothing to read: SQLITE_ERROR (no such table), _CORRUPT, _NOTADB. */
const BUSY = 5
const UNREADABLE = new Set([1, 11, 26])

const BUSY_MS = 2_000

/**
 * Readies accounts for being replaced by restored ones, and takes from them what must not be undone: a key that was
 * revoked, or given an end, stays so in `restored`. Returns false when the old accounts cannot be read, so that nothing
 * could be taken from them. Throws {@link DataFolderTaken} when another process has them open.
 */
export function leaveAccounts(old: string, restored: string): boolean {
  return leave(old, (database) => {
    database.prepare('ATTACH ? AS restored').run(restored)
    database.exec(`
      UPDATE restored.keys AS key SET
        revoked_at_ms = coalesce(key.revoked_at_ms, old.revoked_at_ms),
        expires_at_ms = min(coalesce(key.expires_at_ms, old.expires_at_ms), coalesce(old.expires_at_ms, key.expires_at_ms)),
        replaced_by = coalesce(key.replaced_by, old.replaced_by)
      FROM main.keys AS old WHERE old.id = key.id`)
  })
}

/** Readies a history, or usage, for being replaced. Throws {@link DataFolderTaken} when another process has it open. */
export function leaveDatabase(old: string): void {
  leave(old, () => {})
}

/**
 * Brings a database into its one file, which only works while nobody else has it open, and takes what is to be taken
 * from it. Returns false when it cannot be read.
 */
function leave(old: string, take: (database: DatabaseSync) => void): boolean {
  try {
    using database = new DatabaseSync(old, { timeout: BUSY_MS })
    database.exec('PRAGMA journal_mode = DELETE')
    take(database)
    return true
  } catch (error) {
    const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff
    if (UNREADABLE.has(code)) return false
    if (code !== BUSY) throw error
    throw new DataFolderTaken(`Another command uses ${old}. Try again when it has ended.`)
  }
}
