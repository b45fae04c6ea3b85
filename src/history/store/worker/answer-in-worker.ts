import { compressSync } from '../../../platform/http/content/compress.ts'
import { createPublicAnswerEncoder } from '../../api/encode-public-answer.ts'
import type { HistoryQuery } from '../../api/history-query.ts'
import { createAnswerHistory } from '../../api/handlers/answer-history-query.ts'
import { createPublicHandlers } from '../../api/handlers/public-handlers.ts'
import { Transfer } from '../../../platform/workers/serve-calls.ts'
import type { CreateAnswer } from './history-thread.ts'

/** Options of the public interface in the history thread. */
export interface AnswerOptions {
  /** Ratio of game time to wall time, by which polls are faster. */
  readonly speed: number
  /** Whether players are served. */
  readonly hasPlayerPages: boolean
}

/** Creates the handler of public queries in the history thread, which returns compressed bytes. */
export const createAnswer: CreateAnswer = (store, clock, options) => {
  const handlers = createPublicHandlers({ store, clock, ...(options as AnswerOptions) })
  const answer = createAnswerHistory(handlers, createPublicAnswerEncoder(compressSync))
  return async (query) => {
    const result = await answer(query as HistoryQuery)
    // The body has a buffer of its own, so no other data is transferred with it.
    return new Transfer(
      result,
      result.body === undefined ? [] : [result.body.buffer as ArrayBuffer],
    )
  }
}
