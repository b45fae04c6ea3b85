import type { DatabaseSync } from 'node:sqlite'
import { DataProblem } from '../data-problem.ts'

/** SQLITE_CONSTRAINT_PRIMARYKEY. */
const HELD = 1_555

/**
 * The keys that one file has used so far. Stored in a temporary table, so that memory is constant.
 */
export interface SeenKeys {
  /** Clears them for the next file. */
  clear(): void
  /**
   * Records the key of a line. Throws a {@link DataProblem} with the number of an earlier line with
   * the same key.
   */
  note(key: string, line: number, field: string): void
}

/** Prepares the record of keys. */
export function createSeenKeys(database: DatabaseSync): SeenKeys {
  database.exec(
    'CREATE TEMP TABLE seen_keys (key TEXT PRIMARY KEY, line INTEGER NOT NULL) STRICT, WITHOUT ROWID',
  )
  const clear = database.prepare('DELETE FROM seen_keys')
  const insert = database.prepare('INSERT INTO seen_keys VALUES (?, ?)')
  const find = database.prepare('SELECT line FROM seen_keys WHERE key = ?')
  return {
    clear: () => void clear.run(),
    note(key, line, field) {
      try {
        insert.run(key, line)
      } catch (error) {
        if ((error as { errcode?: number }).errcode !== HELD) throw error
        const first = (find.get(key) as { line: number }).line
        throw new DataProblem(`is a duplicate of line ${first}`, { field })
      }
    },
  }
}
