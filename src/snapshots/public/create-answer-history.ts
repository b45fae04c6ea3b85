import type { AnswerHistory, HistoryOperationId } from '../../contract/public/history-question.ts'
import type {
  PublicAnswer,
  PublicMessage,
  PublicReader,
  PublicWanted,
} from '../../contract/public/public-content.ts'
import type { BoardReaders } from './create-public-readers.ts'

/** Nobody leaves before the end of a reading that has one. */
const SOMEBODY = {
  gone: new AbortController().signal,
  lastEventId: undefined,
  network: '',
}

/** Makes what answers questions to the history by its readers, in the bytes that `finish` makes of their messages. */
export function createAnswerHistory(
  readers: BoardReaders,
  finish: (
    message: PublicMessage,
    operation: HistoryOperationId,
    wanted: PublicWanted,
  ) => Promise<PublicAnswer>,
): AnswerHistory {
  return async ({ operation, region, arguments: values, wanted }) => {
    // The table ties each operation to its arguments, which TypeScript cannot follow through a union.
    const reader = readers[operation] as unknown as PublicReader<HistoryOperationId>
    const message = await reader({ ...values, region }, { ...SOMEBODY, ...wanted })
    return finish(message, operation, wanted)
  }
}
