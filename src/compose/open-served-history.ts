import { compress } from '../answers/compress.ts'
import { createFinishPublic } from '../answers/create-finish-public.ts'
import type { Config } from '../config.ts'
import type { AnswerHistory } from '../contract/public/history-question.ts'
import type { PublicAnswer } from '../contract/public/public-content.ts'
import { speedOf } from '../domain/game-clock.ts'
import type { HistoryStore } from '../domain/history-store.ts'
import { createAnswerHistory } from '../snapshots/public/create-answer-history.ts'
import { createPublicReaders } from '../snapshots/public/create-public-readers.ts'
import { openAnsweringApart } from '../stores/embedded/open-history-apart.ts'
import type { AnswerSettings } from './answer-in-thread.ts'
import { dataPaths } from './data-paths.ts'
import { makeDataFolder } from './make-data-folder.ts'
import { openHistory } from './open-history.ts'
import type { World } from './world.ts'

/** The history of a serving process. */
export interface ServedHistory {
  readonly store: HistoryStore
  /** Answers the public interface from it. */
  readonly answer: AnswerHistory
}

/**
 * Opens the history, and what answers the public interface from it: where the history has a thread, that is done there whole, so
 * that the one that serves gets finished bytes. It is not touched before it is first asked for.
 */
export async function openServedHistory(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { clock, gameTime, history }: Pick<World, 'clock' | 'gameTime' | 'history'>,
): Promise<ServedHistory> {
  const speed = speedOf(gameTime)
  if (history !== undefined || config.databaseUrl !== undefined) {
    const store = history ?? (await openHistory(config, clock))
    const readers = createPublicReaders({ store, clock, speed })
    return { store, answer: createAnswerHistory(readers, createFinishPublic(compress)) }
  }
  makeDataFolder(config)
  const module = new URL('answer-in-thread.ts', import.meta.url).href
  const { store, ask } = openAnsweringApart(
    {
      path: dataPaths(config.dataDir).history,
      answering: { module, settings: { speed } satisfies AnswerSettings },
    },
    clock,
  )
  return { store, answer: async (question) => (await ask(question)) as PublicAnswer }
}
