import type { Clock } from '../platform/time/clock.ts'
import type { SplitInWorker } from './http/response/large-message.ts'
import { startThread } from '../platform/workers/start-worker.ts'
import { WorkerClient } from '../platform/workers/worker-client.ts'

/**
 * Limit in milliseconds of queueing and of parsing one message; shorter than the deadline of a
 * call.
 */
const PARSE_MS = 5_000

/** Messages that may wait: calls of one region in flight. */
const WAITING_MAX = 64

/** Milliseconds without a large message after which the thread exits. */
const IDLE_MS = 60_000

/** The methods of the parser thread. Malformed messages throw a `SyntaxError`. */
export interface ParserApi {
  split: SplitInWorker
}

/** Parser of the large messages of one region, on a thread of its own. */
export interface MessageParser {
  readonly split: SplitInWorker
  close(): Promise<void>
}

/** Opens the parser of large messages. The first large message starts its thread. */
export function openMessageParser(clock: Pick<Clock, 'after' | 'nowMs'>): MessageParser {
  const worker = new WorkerClient<ParserApi>({
    name: 'The parser',
    clock,
    start: () =>
      startThread(new URL('parse-worker-entry.ts', import.meta.url), {
        name: 'parser',
        youngMb: 24,
      }),
    waitMs: PARSE_MS,
    executionMs: PARSE_MS,
    waitingMax: WAITING_MAX,
    idleMs: IDLE_MS,
    errors: [SyntaxError],
  })
  return {
    split: (message) => worker.call('split', [message]),
    close: () => worker.close(),
  }
}
