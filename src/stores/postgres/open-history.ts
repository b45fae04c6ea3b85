import { sql } from '#libraries/kysely'
import type { Clock } from '../../domain/clock.ts'
import type { HistoryStore } from '../../domain/history-store.ts'
import { openOnUse } from '../history/history-calls.ts'
import { createHistoryStore } from '../history/history-store.ts'
import { HISTORY_MIGRATIONS } from '../history/migrations.ts'
import type { HistoryTables } from '../history/schema.ts'
import { openDatabase } from './open-database.ts'

/** Connections of one node at one time: history shall not keep the accounts from theirs. */
const CONNECTIONS_MAX = 4

/** Milliseconds for a statement. The server ends it before. */
const STATEMENT_MS = 12_000

/**
 * The history in the database of the accounts, opened as soon as it is first asked for. Leases end by the clock of the
 * server.
 */
export function openPostgresHistory(url: string, clock: Pick<Clock, 'after'>): HistoryStore {
  return openOnUse(async () => {
    const options = { migrate: true, connectionsMax: CONNECTIONS_MAX }
    const { using, close } = await openDatabase(url, clock, HISTORY_MIGRATIONS, options)
    return createHistoryStore({
      database: using<HistoryTables>(STATEMENT_MS),
      storeTime: () => sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`,
      close,
    })
  })
}
