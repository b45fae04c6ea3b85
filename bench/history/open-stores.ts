import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { findProgram } from '../../scripts/cluster/find-program.ts'
import { startPostgres } from '../../scripts/cluster/start-postgres.ts'
import { systemClock } from '../../src/compose/system-clock.ts'
import type { HistoryStore } from '../../src/domain/history-store.ts'
import { openHistoryApart } from '../../src/stores/embedded/open-history-apart.ts'
import { openHistory } from '../../src/stores/embedded/open-history.ts'
import { openPostgresHistory } from '../../src/stores/postgres/open-history.ts'

/** A history store that is measured. */
export interface MeasuredStore {
  readonly name: string
  readonly store: HistoryStore
  /** Bytes of all that it has written, when nothing of it is left to be taken in. */
  bytes(): Promise<number>
  close(): Promise<void>
}

/** Opens every store that this machine has the programs for, each empty and by itself. */
export async function openStores(folder: string): Promise<readonly MeasuredStore[]> {
  const stores = [
    openFile('SQLite in a thread', join(folder, 'apart.db'), openHistoryApart),
    openFile('SQLite on this thread', join(folder, 'here.db'), openHistory),
  ]
  const hasPostgres = findProgram('postgres') !== undefined && findProgram('initdb') !== undefined
  return hasPostgres ? [...stores, await openPostgres(folder)] : stores
}

function openFile(
  name: string,
  path: string,
  open: (path: string, clock: typeof systemClock) => HistoryStore,
): MeasuredStore {
  const store = open(path, systemClock)
  return {
    name,
    store,
    // What stands in the log beside the file is written over again and again, and has a bound.
    bytes: async () => statSync(path).size,
    close: () => store.close(),
  }
}

async function openPostgres(folder: string): Promise<MeasuredStore> {
  const server = await startPostgres({ folder: join(folder, 'postgres') })
  const store = openPostgresHistory(server.url, systemClock)
  return {
    name: 'Postgres',
    store,
    bytes: async () => {
      const client = new Client({ connectionString: server.url })
      await client.connect()
      await client.query('vacuum')
      const { rows } = await client.query<{ bytes: string }>(
        `select sum(pg_total_relation_size(oid)) as bytes from pg_class where relname like 'history%' and relkind = 'r'`,
      )
      await client.end()
      return Number(rows[0]?.bytes)
    },
    close: async () => {
      await store.close()
      await server.stop()
    },
  }
}
