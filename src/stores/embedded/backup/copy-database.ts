import { DatabaseSync } from 'node:sqlite'

/** How long a copy waits for a writer of another process. */
const BUSY_MS = 5_000

/**
 * Copies a database that is written into a new file: its state at one moment, while others read and write it. What was deleted is
 * not in the copy. Nobody waits for it. (SQLite's online backup would do as well, but begins anew at every write of
 * another process.)
 */
export function copyDatabase(from: string, to: string): void {
  using database = new DatabaseSync(from, { readOnly: true, timeout: BUSY_MS })
  database.prepare('VACUUM INTO ?').run(to)
}
