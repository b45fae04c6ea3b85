import { sql } from '#libraries/kysely'
import type { Clock } from '../../domain/clock.ts'
import type { HistoryStore } from '../../domain/history-store.ts'
import { createHistoryStore } from '../history/history-store.ts'
import { openOnUse } from '../history/history-calls.ts'
import { HISTORY_MIGRATIONS } from '../history/migrations.ts'
import type { HistoryTables } from '../history/schema.ts'
import { openDatabase } from './open-database.ts'

/**
 * The history in `history.db`, which is made when it is new, as soon as it is first asked for. It answers on the thread
 * that asks, for as long as that takes: for commands, and for the thread that has nothing else to do. Leases end by
 * the wall clock, which all processes on a machine share.
 */
export function openHistory(path: string, clock: Pick<Clock, 'nowMs'>): HistoryStore {
  return openOnUse(async () => {
    const { database } = await openDatabase<HistoryTables>(path, HISTORY_MIGRATIONS, true)
    return createHistoryStore({
      database,
      storeTime: () => sql<number>`${clock.nowMs()}`,
      close: () => database.destroy(),
    })
  })
}
