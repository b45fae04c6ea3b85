import type { Config } from '../config.ts'
import type { Clock } from '../domain/clock.ts'
import type { HistoryStore } from '../domain/history-store.ts'
import { openHistory as openEmbeddedHistory } from '../stores/embedded/open-history.ts'
import { openHistoryApart } from '../stores/embedded/open-history-apart.ts'
import { dataPaths } from './data-paths.ts'
import { makeDataFolder } from './make-data-folder.ts'

/** How the history is opened. */
export interface OpenHistoryOptions {
  /** Whether nobody else waits for this thread: a command that asks one thing need not start another for it. */
  readonly onThisThread?: boolean
}

/** Opens the history where the settings say it is. It is not touched before it is first asked for. */
export async function openHistory(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  clock: Pick<Clock, 'after' | 'nowMs'>,
  { onThisThread = false }: OpenHistoryOptions = {},
): Promise<HistoryStore> {
  if (databaseUrl === undefined) {
    makeDataFolder({ dataDir })
    const open = onThisThread ? openEmbeddedHistory : openHistoryApart
    return open(dataPaths(dataDir).history, clock)
  }
  // Loaded only here: who has no Postgres does not wait for its driver.
  const { openPostgresHistory } = await import('../stores/postgres/open-history.ts')
  return openPostgresHistory(databaseUrl, clock)
}
