import { DatabaseSync } from 'node:sqlite'

/**
 * Opens a private SQLite database for intermediate data. SQLite keeps small data in memory, moves
 * more into an unnamed file of the system's temporary folder, and deletes it on `close`, or when
 * the process ends. Nothing is written to disk for safety: a crash loses the data.
 */
export function openTemporaryDatabase(): DatabaseSync {
  const database = new DatabaseSync('')
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16000')
  return database
}
