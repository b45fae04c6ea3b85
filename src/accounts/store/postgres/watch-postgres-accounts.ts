import type { Clock } from '../../../platform/time/clock.ts'
import type { ChangeNotice } from '../../keys/key-store.ts'
import { toChangeNotice, type AccountsWatch, type ReportedChange } from '../keys/key-changes.ts'
import { CHANGES_CHANNEL } from '../migrations/migrations.ts'
import { maintainSession } from '../../../platform/sql/postgres-session.ts'

/** Options of {@link watchAccounts}. */
export interface AccountsWatchOptions {
  readonly url: string
  readonly clock: Pick<Clock, 'after'>
  /** Called once per period without notices, with the reason. */
  readonly onFault: (error: unknown) => void
}

/**
 * Listens to the triggers' notices on a dedicated connection. Notifies the listeners after each
 * (re)connection, because notices may have been missed. Merges the notices of one change, which are
 * one per row.
 */
export function watchAccounts({ url, clock, onFault }: AccountsWatchOptions): AccountsWatch {
  const listeners = new Set<(notice: ChangeNotice) => void>()
  const tell = (notice: ChangeNotice) => {
    for (const listener of listeners) listener(notice)
  }
  let received: ReportedChange[] = []
  const tellReceived = () => {
    const changes = received
    received = []
    tell(toChangeNotice(changes))
  }
  const session = maintainSession({
    url,
    name: 'backline listener',
    clock,
    begin: async (query) => {
      await query(`listen ${CHANGES_CHANNEL}`)
    },
    onUp: () => tell('interrupted'),
    onDown: onFault,
    onNotification: (payload) => {
      received.push(parsePayload(payload))
      if (received.length === 1) setImmediate(tellReceived)
    },
  })
  return {
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => session.close(),
  }
}

/**
 * Parses "key 9fK…". An empty message means that anything may have changed; its kind is empty and
 * therefore unknown.
 */
function parsePayload(payload: string): ReportedChange {
  const space = payload.indexOf(' ')
  return { kind: payload.slice(0, Math.max(0, space)), subject: payload.slice(space + 1) }
}
