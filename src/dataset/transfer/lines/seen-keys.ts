import type { DatabaseSync } from 'node:sqlite'
import { DataProblem } from '../data-problem.ts'

/** The SQLite result code of a duplicate key. */
const SQLITE_CONSTRAINT_PRIMARYKEY = 1_555

/**
 * The keys that one file has used so far. Stored in a temporary table, so that memory is constant.
 */
export interface SeenKeys {
  /** Clears them for the next file. */
  clear(): void
  /**
   * Adds the key of a line. Throws a {@link DataProblem} with the number of the earlier line for a
   * duplicate.
   */
  add(key: string, line: number, field: string): void
}

/** Creates an empty set of keys in a temporary table. */
export function createSeenKeys(database: DatabaseSync): SeenKeys {
  database.exec(
    'CREATE TEMP TABLE seen_keys (key TEXT PRIMARY KEY, line INTEGER NOT NULL) STRICT, WITHOUT ROWID',
  )
  const clear = database.prepare('DELETE FROM seen_keys')
  const insert = database.prepare('INSERT INTO seen_keys VALUES (?, ?)')
  const find = database.prepare('SELECT line FROM seen_keys WHERE key = ?')
  return {
    clear: () => void clear.run(),
    add(key, line, field) {
      try {
        insert.run(key, line)
      } catch (error) {
        if ((error as { errcode?: number }).errcode !== SQLITE_CONSTRAINT_PRIMARYKEY) throw error
        const first = (find.get(key) as { line: number }).line
        throw new DataProblem(`is a duplicate of line ${first}`, { field })
      }
    },
  }
}
