import type { Clock } from '../../domain/clock.ts'
import type { ChangeNotice, KeyStore } from '../../domain/key-store.ts'
import { CHANGES_CHANNEL } from '../accounts/migrations.ts'
import { keepSession } from './keep-session.ts'

/** What the watch is made with. */
export interface AccountsWatchSettings {
  readonly url: string
  readonly clock: Pick<Clock, 'after'>
  /** Hears once for each time that changes cannot be heard of, with the reason. */
  readonly onFault: (error: unknown) => void
}

/** Tells of every change to the accounts, by this process or another. */
export interface AccountsWatch {
  /** Calls `listener` after each change. Returns what ends it. */
  onChange: KeyStore['onChange']
  close(): void
}

/**
 * Listens for the notices that the tables' triggers send, over a connection of its own. Each time that this is made, the
 * listeners are called: nobody knows what was missed.
 */
export function watchAccounts({ url, clock, onFault }: AccountsWatchSettings): AccountsWatch {
  const listeners = new Set<(notice: ChangeNotice) => void>()
  const tell = (notice: ChangeNotice) => {
    for (const listener of listeners) listener(notice)
  }
  const session = keepSession({
    url,
    name: 'backline listener',
    clock,
    begin: async (query) => {
      await query(`listen ${CHANGES_CHANNEL}`)
    },
    onUp: () => tell('unheard'),
    onDown: onFault,
    onNotification: () => tell('changed'),
  })
  return {
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: session.close,
  }
}
