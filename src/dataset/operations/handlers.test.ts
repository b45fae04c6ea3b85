import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseSync } from 'node:sqlite'
import { DATASET_SCHEMA } from '../dataset-schema.ts'
import { createHandlers } from './handlers.ts'

/**
 * SQLite's names for scanning the lists of matching words in rowid order, and for scanning a part
 * of them.
 */
const WORD_LISTS =
  /^SCAN (?:circle_words_[a-z]+ VIRTUAL TABLE INDEX 64:M\d+(?:><)?|w|\(subquery-\d+\))$/

/** An empty dataset that records the text of every prepared statement. */
class RecordingDatabase extends DatabaseSync {
  readonly statements: string[] = []

  override prepare(...args: Parameters<DatabaseSync['prepare']>) {
    this.statements.push(args[0])
    return super.prepare(...args)
  }
}

test('every read uses an index and sorts nothing, so that it stays fast for boards of any length', () => {
  const database = new RecordingDatabase(':memory:')
  database.exec(DATASET_SCHEMA)
  const sizes = { boardRows: 100, searchResults: 50, announcements: 200 }
  createHandlers({ database, gameNowMs: () => 0, sizes })
  assert.ok(database.statements.length >= 16)
  for (const statement of database.statements.splice(0)) {
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${statement}`).all() as { detail: string }[]
    for (const { detail } of plan) {
      assert.doesNotMatch(detail.replace(WORD_LISTS, ''), /^SCAN|TEMP B-TREE/, statement)
    }
  }
  database.close()
})
