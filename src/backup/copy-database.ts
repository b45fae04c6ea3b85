import { DatabaseSync } from 'node:sqlite'

/** Milliseconds that a copy waits for a writer of another process. */
const BUSY_MS = 5_000

/**
 * Copies a live database into a new file: one consistent state, without deleted content and without
 * blocking others. (SQLite's online backup restarts at every write of another process.)
 */
export function copyDatabase(from: string, to: string): void {
  using database = new DatabaseSync(from, { readOnly: true, timeout: BUSY_MS })
  database.prepare('VACUUM INTO ?').run(to)
}
