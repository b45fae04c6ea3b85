import { sql, type Kysely, type RawBuilder } from '#libraries/kysely'
import type { LeaseStore } from '../concurrency/maintain-lease.ts'
import type { Clock } from '../time/clock.ts'

/** The time by which leases end, in Unix milliseconds: one for all processes that share a store. */
export interface StoreTime {
  readonly now: () => RawBuilder<number>
  /** Whether it is a clock of the store, not of the machine of its caller. */
  readonly isOwn: boolean
}

/** The time of the Postgres server. */
export const POSTGRES_TIME: StoreTime = {
  now: () => sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`,
  isOwn: true,
}

/** The wall time of this machine, which all processes with an embedded store share. */
export function machineTime(clock: Pick<Clock, 'nowMs'>): StoreTime {
  return { now: () => sql<number>`${clock.nowMs()}`, isOwn: false }
}

interface LeaseRow {
  readonly epoch: number
  readonly store_ms: number | string
}

/**
 * Creates a lease in SQL: the row with the id 1 of `table`, with the columns `holder`, `epoch` and
 * `expires_at_ms`. Each call is one statement and needs no transaction.
 */
export function createSqlLease<Tables>(
  database: Kysely<Tables>,
  table: string,
  { now, isOwn }: StoreTime,
): LeaseStore {
  const leases = sql.table(table)
  return {
    acquireLease: async (holder, forMs, held) => {
      const isHeld = held === undefined ? sql`1 = 0` : sql`epoch = ${held.epoch}`
      const { rows } = await sql<LeaseRow>`
        update ${leases} set
          epoch = case when ${isHeld} then epoch else epoch + 1 end,
          holder = ${holder},
          expires_at_ms = ${now()} + ${forMs}
        where id = 1 and (${isHeld} or holder = ${holder} or expires_at_ms <= ${now()})
        returning epoch, ${now()} as store_ms`.execute(database)
      const [row] = rows
      if (row === undefined) return undefined
      const { epoch, store_ms: storeMs } = row
      return isOwn ? { epoch, storeMs: Number(storeMs) } : { epoch }
    },
    releaseLease: async ({ epoch }) => {
      await sql`
        update ${leases} set epoch = epoch + 1, holder = '', expires_at_ms = 0
        where id = 1 and epoch = ${epoch}`.execute(database)
    },
  }
}
