import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

/** The decks of a dataset by content. Equal decks are stored once. */
export interface DeckKeys {
  /** Returns the key of a normalized deck; adds it if there is no equal one. */
  keyOf(deck: object): number
  /** Removes unreferenced decks. */
  removeUnused(): void
}

/**
 * Prepares the lookup of decks by content. Existing decks are read on the first lookup. Rolling
 * back a file also removes its decks.
 */
export function createDeckKeys(database: DatabaseSync): DeckKeys {
  database.exec(
    `CREATE TEMP TABLE deck_hashes (hash BLOB PRIMARY KEY, deck_key INTEGER NOT NULL) STRICT, WITHOUT ROWID;
     CREATE TEMP TABLE deck_hashes_made (yes INTEGER) STRICT`,
  )
  // In a table instead of a variable, so that a rollback includes it.
  const hasHashes = database.prepare('SELECT yes FROM deck_hashes_made')
  const markCreated = database.prepare('INSERT INTO deck_hashes_made VALUES (1)')
  const all = database.prepare('SELECT deck_key, deck FROM decks')
  const find = database.prepare('SELECT deck_key FROM deck_hashes WHERE hash = ?')
  const insertHash = database.prepare('INSERT OR IGNORE INTO deck_hashes VALUES (?, ?)')
  const insert = database.prepare('INSERT INTO decks (deck) VALUES (?)')
  const createHashes = () => {
    for (const row of all.iterate())
      insertHash.run(hashOf(String(row['deck'])), row['deck_key'] ?? 0)
    markCreated.run()
  }
  return {
    keyOf(deck) {
      if (hasHashes.get() === undefined) createHashes()
      const text = JSON.stringify(deck)
      const hash = hashOf(text)
      const known = find.get(hash) as { deck_key: number } | undefined
      if (known !== undefined) return known.deck_key
      const key = Number(insert.run(text).lastInsertRowid)
      insertHash.run(hash, key)
      return key
    },
    removeUnused() {
      database.exec(
        `DELETE FROM decks WHERE deck_key NOT IN (
           SELECT deck_key FROM board_rows WHERE deck_key IS NOT NULL
           UNION ALL SELECT deck_key FROM event_decks)`,
      )
    },
  }
}

/** Half of a SHA-256 suffices to distinguish decks. */
function hashOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest().subarray(0, 16)
}
