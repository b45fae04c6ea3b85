import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Clock } from '../../../platform/time/clock.ts'
import type { ChangeNotice } from '../../keys/key-store.ts'
import { toChangeNotice, type AccountsWatch, type ReportedChange } from '../keys/key-changes.ts'

/** Interval of the polls; one costs a few microseconds. */
const POLL_MS = 100

/** Maximum change-log rows read at once. Beyond, everything counts as changed. */
const CHANGES_MAX = 1_000

interface LoggedChange extends ReportedChange {
  readonly id: number
}

/**
 * Watches `accounts.db` through `PRAGMA data_version`, which changes with every commit of another
 * connection, then reads the change log that triggers write. Its own connection never writes, so
 * every commit is another's. While the file is unreadable, it keeps polling: it calls `onFault`
 * once, and on recovery the listeners, because changes may have been missed.
 */
export function watchAccounts(
  path: string,
  clock: Clock,
  onFault: (error: unknown) => void,
): AccountsWatch {
  return new SqliteAccountsWatch(path, clock, onFault)
}

class SqliteAccountsWatch implements AccountsWatch {
  readonly #clock: Clock
  readonly #onFault: (error: unknown) => void
  readonly #database: DatabaseSync
  readonly #version: StatementSync
  readonly #newest: StatementSync
  readonly #changes: StatementSync
  readonly #listeners = new Set<(notice: ChangeNotice) => void>()
  #lastVersion: unknown
  #lastId: number
  #isUnreadable = false
  #confirmedAtMs: number
  #cancel: () => void

  constructor(path: string, clock: Clock, onFault: (error: unknown) => void) {
    this.#clock = clock
    this.#onFault = onFault
    this.#database = new DatabaseSync(path, { readOnly: true, timeout: 0 })
    this.#version = this.#database.prepare('PRAGMA data_version')
    this.#newest = this.#database.prepare('SELECT ifnull(max(id), 0) AS id FROM key_changes')
    this.#changes = this.#database.prepare(
      'SELECT id, kind, subject FROM key_changes WHERE id > ? ORDER BY id LIMIT ?',
    )
    this.#confirmedAtMs = clock.monotonicMs()
    this.#lastVersion = this.#readVersion()
    this.#lastId = this.#readNewestId()
    this.#cancel = this.#schedule()
  }

  onChange(listener: (notice: ChangeNotice) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly confirmedAtMs = () => this.#confirmedAtMs

  close(): void {
    this.#cancel()
    if (this.#database.isOpen) this.#database.close()
  }

  #schedule(): () => void {
    return this.#clock.after(POLL_MS, () => {
      this.#poll()
      this.#cancel = this.#schedule()
    })
  }

  #poll(): void {
    const atMs = this.#clock.monotonicMs()
    try {
      const version = this.#readVersion()
      if (version !== this.#lastVersion || this.#isUnreadable) {
        const notice = this.#readNotice()
        if (this.#isUnreadable) this.#notify('interrupted')
        if (notice !== undefined) this.#notify(notice)
      }
      this.#lastVersion = version
      this.#isUnreadable = false
      this.#confirmedAtMs = atMs
    } catch (error) {
      if (!this.#isUnreadable) this.#onFault(error)
      this.#isUnreadable = true
    }
  }

  /** Returns the changes since the last call; `undefined` when none concerns keys. */
  #readNotice(): ChangeNotice | undefined {
    const rows = this.#changes.all(this.#lastId, CHANGES_MAX)
    const changes = rows as unknown as readonly LoggedChange[]
    const [first, last] = [changes[0], changes.at(-1)]
    const isComplete =
      changes.length < CHANGES_MAX && (first === undefined || first.id === this.#lastId + 1)
    const isReplaced = last === undefined && this.#readNewestId() < this.#lastId
    if (isComplete && !isReplaced) {
      this.#lastId = last?.id ?? this.#lastId
      return last === undefined ? undefined : toChangeNotice(changes)
    }
    this.#lastId = this.#readNewestId()
    return 'everything'
  }

  #readVersion(): unknown {
    return this.#version.get()?.['data_version']
  }

  #readNewestId(): number {
    return (this.#newest.get() as { id: number }).id
  }

  #notify(notice: ChangeNotice): void {
    for (const listener of this.#listeners) listener(notice)
  }
}
