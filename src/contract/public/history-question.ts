import type { Region } from '../../domain/region.ts'
import type { PublicAnswer, PublicWanted } from './public-content.ts'
import type { ChartOperationId, PublicArguments, PublicOperationId } from './public-operations.ts'

/** The operations that are answered by the history store alone, with one message. */
export type HistoryOperationId = Exclude<
  PublicOperationId,
  ChartOperationId | 'public.status' | 'public.live' | 'public.exports.list' | 'public.exports.file'
>

/** One question to the history, as a value that can be handed to another thread. */
export type HistoryQuestion = {
  readonly [Id in HistoryOperationId]: {
    readonly operation: Id
    readonly region: Region
    readonly arguments: PublicArguments<Id>
    readonly wanted: PublicWanted
  }
}[HistoryOperationId]

/**
 * Answers a question in finished bytes. Rejects with a `ServiceError`: `not_found` for what is not known, `unavailable` without
 * the store.
 */
export type AnswerHistory = (question: HistoryQuestion) => Promise<PublicAnswer>
