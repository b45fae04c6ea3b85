import { compress } from '../../platform/http/content/compress.ts'
import { createPublicAnswerEncoder } from '../../history/api/encode-public-answer.ts'
import type { Config } from '../config/read-config.ts'
import type { AnswerHistory } from '../../history/api/history-query.ts'
import type { PublicAnswer } from '../../history/api/public-content.ts'
import { speedOf } from '../../game/game-clock.ts'
import type { HistoryStore } from '../../history/history-store.ts'
import { createAnswerHistory } from '../../history/api/handlers/answer-history-query.ts'
import { createPublicHandlers } from '../../history/api/handlers/public-handlers.ts'
import { openQueryWorker } from '../../history/store/worker/history-worker.ts'
import type { AnswerOptions } from '../../history/store/worker/answer-in-worker.ts'
import { dataPaths } from '../../platform/files/data-paths.ts'
import { prepareDataDirectory } from '../../platform/files/prepare-data-directory.ts'
import { openHistory } from '../../history/store/open-history.ts'
import { observeMigrations } from '../stores/migrate-embedded-stores.ts'
import type { AppPlatform } from '../app-platform.ts'

/** The history of a serving process. */
export interface ServedHistory {
  readonly store: HistoryStore
  /** Answers the public interface from the history. */
  readonly answer: AnswerHistory
}

/**
 * Opens the history and its public interface. If the history has a thread, that thread renders the
 * complete answer and the serving thread receives finished bytes. The store is opened on first use.
 */
export async function openServedHistory(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'retention'>,
  {
    clock,
    gameTime,
    history,
    observe,
  }: Pick<AppPlatform, 'clock' | 'gameTime' | 'history' | 'observe'>,
): Promise<ServedHistory> {
  const options: AnswerOptions = {
    speed: speedOf(gameTime),
    hasPlayerPages: config.retention.playersMs > 0,
  }
  if (history !== undefined || config.databaseUrl !== undefined) {
    const store =
      history ??
      (await openHistory(config, clock, { onMigrations: observeMigrations('history', observe) }))
    const readers = createPublicHandlers({ store, clock, ...options })
    return { store, answer: createAnswerHistory(readers, createPublicAnswerEncoder(compress)) }
  }
  prepareDataDirectory(config)
  const module = new URL('../../history/store/worker/answer-in-worker.ts', import.meta.url).href
  const { store, query: ask } = openQueryWorker(
    {
      path: dataPaths(config.dataDir).history,
      queryHandler: { module, options: options },
    },
    clock,
  )
  return { store, answer: async (question) => (await ask(question)) as PublicAnswer }
}
