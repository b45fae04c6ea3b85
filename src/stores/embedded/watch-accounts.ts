import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../domain/clock.ts'
import type { ChangeNotice, KeyStore } from '../../domain/key-store.ts'

/** How often the file is asked whether anyone has changed it; one question costs a few microseconds. */
const POLL_MS = 100

/** Tells of every change to `accounts.db`, by this process or another. */
export interface AccountsWatch {
  /** Calls `listener` after each change. Returns what ends it. */
  onChange: KeyStore['onChange']
  close(): void
}

/**
 * Watches `accounts.db` through `PRAGMA data_version`, which changes with every commit of another connection. The
 * watch has a connection of its own that never writes, so every commit is another's. While the file cannot be asked,
 * it goes on asking; `onFault` hears of it once, and the listeners when it is over, for nobody knows what was missed.
 */
export function watchAccounts(
  path: string,
  clock: Clock,
  onFault: (error: unknown) => void,
): AccountsWatch {
  const database = new DatabaseSync(path, { readOnly: true })
  const statement = database.prepare('PRAGMA data_version')
  const version = () => statement.get()?.['data_version']
  const listeners = new Set<(notice: ChangeNotice) => void>()
  let seen = version()
  let away = false
  let cancel = () => {}

  const poll = () => {
    try {
      const now = version()
      if (now !== seen || away)
        for (const listener of listeners) listener(away ? 'unheard' : 'changed')
      seen = now
      away = false
    } catch (error) {
      if (!away) onFault(error)
      away = true
    }
    cancel = clock.after(POLL_MS, poll)
  }
  cancel = clock.after(POLL_MS, poll)

  return {
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => {
      cancel()
      if (database.isOpen) database.close()
    },
  }
}
