import { openHistory } from '../../history/store/open-history.ts'
import { systemPlatform } from '../../platform/platform.ts'
import { readConfig } from '../../app/config/read-config.ts'
import type { Environment } from '../../platform/config/config-error.ts'
import type { HistoryStore } from '../../history/history-store.ts'

/**
 * Runs a command with the history store, and closes the store afterwards. Works while a server uses
 * the store.
 */
export async function withHistory<Result>(
  environment: Environment,
  command: (history: HistoryStore) => Promise<Result>,
): Promise<Result> {
  const history = await openHistory(readConfig(environment), systemPlatform.clock, {
    onThisThread: true,
  })
  try {
    return await command(history)
  } finally {
    await history.close()
  }
}
