import type { DatabaseSync } from 'node:sqlite'
import { DataProblem } from '../data-problem.ts'

/** SQLITE_CONSTRAINT_PRIMARYKEY. */
const HELD = 1_555

/** The keys that one file has named so far. They are kept in a temporary table, so that memory stays flat. */
export interface SeenKeys {
  /** Forgets them all, for the next file. */
  clear(): void
  /** Notes what stands in `line`. Throws a {@link DataProblem} that names the line that was first with it. */
  note(key: string, line: number, field: string): void
}

/** Prepares the noting of keys. */
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
        throw new DataProblem(`stands already in line ${first}`, { field })
      }
    },
  }
}
