import { compressHere } from '../answers/compress.ts'
import { createFinishPublic } from '../answers/create-finish-public.ts'
import type { HistoryQuestion } from '../contract/public/history-question.ts'
import { createAnswerHistory } from '../snapshots/public/create-answer-history.ts'
import { createPublicReaders } from '../snapshots/public/create-public-readers.ts'
import type { CreateAnswer } from '../stores/embedded/history-thread.ts'

/** What the thread of a history is told of the public interface. */
export interface AnswerSettings {
  /** How many times faster than wall time boards are read. */
  readonly speed: number
}

/** Makes what answers the questions of the public interface in the thread of the history: all of it, down to the compressed bytes. */
export const createAnswer: CreateAnswer = (store, clock, settings) => {
  const { speed } = settings as AnswerSettings
  const readers = createPublicReaders({ store, clock, speed })
  const answer = createAnswerHistory(readers, createFinishPublic(compressHere))
  return async (question) => {
    const result = await answer(question as HistoryQuestion)
    // In memory of its own, so that nothing else is handed over with it.
    return { result, buffers: result.body === undefined ? [] : [result.body.buffer as ArrayBuffer] }
  }
}
