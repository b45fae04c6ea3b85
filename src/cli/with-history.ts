import { openHistory } from '../compose/open-history.ts'
import { machine } from '../compose/world.ts'
import { readConfig, type Environment } from '../config.ts'
import type { HistoryStore } from '../domain/history-store.ts'

/** Opens the history for one command and closes it behind it. Works beside serving processes. */
export async function withHistory<Result>(
  environment: Environment,
  command: (history: HistoryStore) => Promise<Result>,
): Promise<Result> {
  const history = await openHistory(readConfig(environment), machine.clock, { onThisThread: true })
  try {
    return await command(history)
  } finally {
    await history.close()
  }
}
