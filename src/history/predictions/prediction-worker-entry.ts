import { dataPaths } from '../../platform/files/data-paths.ts'
import type { DatabaseConfig } from '../../platform/sql/store-config.ts'
import { systemClock } from '../../platform/time/system-clock.ts'
import { serveCalls } from '../../platform/workers/serve-calls.ts'
import type { HistoryStore } from '../history-store.ts'
import { openHistory } from '../store/open-sqlite-history.ts'
import { createPredictor, type Predictor } from './predictor.ts'

// Entry of a thread that predicts runs.

serveCalls<Predictor, DatabaseConfig>(async (config) => {
  const store = await openStore(config)
  return { ...createPredictor(store), close: () => store.close() }
})

async function openStore({ dataDir, databaseUrl }: DatabaseConfig): Promise<HistoryStore> {
  if (databaseUrl === undefined) return openHistory(dataPaths(dataDir).history, systemClock)
  const { openPostgresHistory } = await import('../store/open-postgres-history.ts')
  return openPostgresHistory(databaseUrl, systemClock)
}
