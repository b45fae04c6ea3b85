import type { Region } from '../../game/region.ts'
import type { PublicAnswer, PublicPreferences } from './public-content.ts'
import type {
  ChartOperationId,
  FeedOperationId,
  PublicArguments,
  PublicOperationId,
} from './public-operations.ts'

/** The operations that need only the history store and answer with one message. */
export type HistoryOperationId = Exclude<
  PublicOperationId,
  | ChartOperationId
  | FeedOperationId
  | 'public.status'
  | 'public.live'
  | 'public.exports.list'
  | 'public.exports.file'
>

/** One query of the history, as a value that can be posted to another thread. */
export type HistoryQuery = {
  readonly [Id in HistoryOperationId]: {
    readonly operation: Id
    readonly region: Region
    readonly arguments: PublicArguments<Id>
    readonly preferences: PublicPreferences
  }
}[HistoryOperationId]

/**
 * Answers a query with encoded bytes. Rejects with a `ServiceError`: `not_found` for an unknown id,
 * `unavailable` when the store cannot be read.
 */
export type AnswerHistory = (query: HistoryQuery) => Promise<PublicAnswer>
