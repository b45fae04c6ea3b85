import type { AnswerHistory, HistoryOperationId } from '../history-query.ts'
import type {
  PublicAnswer,
  PublicMessage,
  PublicHandler,
  PublicPreferences,
} from '../public-content.ts'
import type { BoardHandlers } from './public-handlers.ts'

/** The client passed to handlers in the worker, where a query cannot be canceled. */
const CLIENT = {
  signal: new AbortController().signal,
  lastEventId: undefined,
  network: '',
}

/**
 * Creates a function that answers history queries by their handlers and encodes the messages with
 * `encode`.
 */
export function createAnswerHistory(
  handlers: BoardHandlers,
  encode: (
    message: PublicMessage,
    operation: HistoryOperationId,
    preferences: PublicPreferences,
  ) => Promise<PublicAnswer>,
): AnswerHistory {
  return async ({ operation, region, arguments: values, preferences }) => {
    // The table pairs each operation with its arguments; TypeScript cannot follow that through a
    // union.
    const handle = handlers[operation] as unknown as PublicHandler<HistoryOperationId>
    const message = await handle({ ...values, region }, { ...CLIENT, ...preferences })
    return encode(message, operation, preferences)
  }
}
