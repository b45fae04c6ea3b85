import { DatabaseSync } from 'node:sqlite'
import { DataDirectoryLocked } from '../platform/files/lock-data-directory.ts'
import { retainDecisions, type KeptDecisions } from './account-decisions.ts'

/**
 * SQLITE_BUSY, then the codes of unreadable files: SQLITE_ERROR (no such table), _CORRUPT, _NOTADB.
 */
const BUSY = 5
const UNREADABLE = new Set([1, 11, 26])

const BUSY_MS = 2_000

/**
 * Prepares accounts for replacement and applies their security decisions to the restored ones.
 * Returns `undefined` when the old accounts cannot be read completely. Throws {@link
 * DataDirectoryLocked} when another process has them open.
 */
export function leaveAccounts(old: string, restored: string): KeptDecisions | undefined {
  return leave(old, (database) => {
    database.prepare('ATTACH ? AS restored').run(restored)
    return retainDecisions(database)
  })
}

/**
 * Prepares a history or usage database for replacement. Throws {@link DataDirectoryLocked} when
 * another process has it open.
 */
export function leaveDatabase(old: string): void {
  leave(old, () => undefined)
}

/**
 * Merges a database's WAL into its file, which works only while no other process has it open, and
 * runs `take`. Returns the result of `take`, or `undefined` when the database cannot be read.
 */
function leave<Result>(old: string, take: (database: DatabaseSync) => Result): Result | undefined {
  try {
    using database = new DatabaseSync(old, { timeout: BUSY_MS })
    database.exec('PRAGMA journal_mode = DELETE')
    return take(database)
  } catch (error) {
    const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff
    if (UNREADABLE.has(code)) return undefined
    if (code !== BUSY) throw error
    throw new DataDirectoryLocked(`Another command uses ${old}. Try again when it has ended.`)
  }
}
