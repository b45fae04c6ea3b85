import type { DatabaseSync } from 'node:sqlite'

/** The state of a list: a board with its rows, or a circle with its players. */
export interface ListState {
  /** Items that the file has added to the list. */
  length: number
  /** The rank of the last item, and its points; 0 before the first. */
  rank: number
  point: number
}

/**
 * The lists that occur in one file. Only the list of the last line is in memory, because a file may
 * have millions.
 */
export interface NamedLists {
  clear(): void
  /**
   * Returns the state of a list. Calls `empty` with its key on its first occurrence in the file.
   */
  of(key: number): ListState
}

/** Creates the lists of a file; `table` is the name of a new temporary table. */
export function createNamedLists(
  database: DatabaseSync,
  table: string,
  empty: (key: number) => void,
): NamedLists {
  database.exec(
    `CREATE TEMP TABLE ${table} (key INTEGER PRIMARY KEY, length INTEGER, rank INTEGER, point INTEGER) STRICT`,
  )
  const clear = database.prepare(`DELETE FROM ${table}`)
  const find = database.prepare(`SELECT length, rank, point FROM ${table} WHERE key = ?`)
  const save = database.prepare(`INSERT OR REPLACE INTO ${table} VALUES (?, ?, ?, ?)`)
  let current: { readonly key: number; readonly state: ListState } | undefined
  return {
    clear() {
      clear.run()
      current = undefined
    },
    of(key) {
      if (current?.key === key) return current.state
      if (current !== undefined) {
        const { length, rank, point } = current.state
        save.run(current.key, length, rank, point)
      }
      const known = find.get(key) as ListState | undefined
      if (known === undefined) empty(key)
      const state = known ?? { length: 0, rank: 0, point: 0 }
      current = { key, state }
      return state
    },
  }
}
