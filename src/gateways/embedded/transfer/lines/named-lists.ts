import type { DatabaseSync } from 'node:sqlite'

/** How far a list has come: a board with its rows, or a circle with its players. */
export interface ListState {
  /** How many things the file has put into the list. */
  length: number
  /** The rank of the last one, and its points; 0 before the first. */
  rank: number
  point: number
}

/** The lists that one file names. Only the one of the last line is in memory: a file may name millions. */
export interface NamedLists {
  clear(): void
  /** The state of a list; when the file names it for the first time, `empty` is called with its key before. */
  of(key: number): ListState
}

/** Prepares the keeping of lists; `table` is the name of a temporary table that is not there yet. */
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
