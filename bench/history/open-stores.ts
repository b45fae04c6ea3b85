import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { findProgram } from '../../scripts/cluster/find-program.ts'
import { startPostgres } from '../../scripts/cluster/start-postgres.ts'
import { systemClock } from '../../src/platform/time/system-clock.ts'
import type { HistoryStore } from '../../src/history/history-store.ts'
import { openHistoryWorker } from '../../src/history/store/worker/history-worker.ts'
import { openHistory } from '../../src/history/store/open-sqlite-history.ts'
import { openPostgresHistory } from '../../src/history/store/open-postgres-history.ts'

/** A measured history store. */
export interface MeasuredStore {
  readonly name: string
  readonly store: HistoryStore
  /** Bytes on disk, after pending maintenance. */
  readonly bytes: () => Promise<number>
  readonly close: () => Promise<void>
}

/** Opens every store whose programs are installed, each empty. */
export async function openStores(folder: string): Promise<readonly MeasuredStore[]> {
  const stores = [
    openFile('SQLite in a thread', join(folder, 'thread.db'), openHistoryWorker),
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
    // Excludes the write-ahead log: it is reused and bounded.
    bytes: async () => statSync(path).size,
    close: () => store.close(),
  }
}

async function openPostgres(folder: string): Promise<MeasuredStore> {
  const server = await startPostgres({ folder: join(folder, 'postgres'), syncs: true })
  const store = openPostgresHistory(server.url, systemClock)
  return {
    name: 'Postgres',
    store,
    bytes: () => postgresBytes(server.url),
    close: async () => {
      await store.close()
      await server.stop()
    },
  }
}

/** Returns the bytes of the history's tables and indexes, after a vacuum. */
export async function postgresBytes(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum')
  const { rows } = await client.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(oid)) as bytes from pg_class where relname like 'history%' and relkind = 'r'`,
  )
  await client.end()
  return Number(rows[0]?.bytes)
}
