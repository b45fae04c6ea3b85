import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'

/** Maximum statements of a connection. A program has a few dozen, and lists of some lengths. */
const STATEMENTS_MAX = 128

/** A prepared statement of a {@link createStatementCache cache}. */
export interface CachedStatement {
  readonly statement: StatementSync
  /** Whether it returns rows. */
  readonly isReader: boolean
}

/**
 * Creates the function that prepares each statement of a connection once and returns it for later
 * calls with the same text; the least recently used ones are dropped. Preparing one takes longer
 * than most reads by key, and each statement object slows down the next garbage collection. Do not
 * iterate over such a statement: another call would restart it.
 */
export function createStatementCache(
  connection: Pick<DatabaseSync, 'prepare'>,
): (sql: string) => CachedStatement {
  const statements = new LRUCache<string, CachedStatement>({ max: STATEMENTS_MAX })
  return (sql) => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = connection.prepare(sql)
    const prepared = { statement, isReader: statement.columns().length > 0 }
    statements.set(sql, prepared)
    return prepared
  }
}
