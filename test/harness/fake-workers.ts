import { EventEmitter } from 'node:events'
import {
  CLOSE,
  type WorkerCall,
  type WorkerHandle,
  type WorkerMessage,
  type WorkerReply,
} from '../../src/platform/workers/worker-protocol.ts'

/** A worker of a test: the messages that it received, and its replies. */
export interface FakeWorker {
  /** The calls that it received. */
  readonly calls: WorkerCall[]
  /** How it ended; `undefined` while it runs. */
  ended: 'closed' | 'terminated' | undefined
  reply(reply: WorkerReply): void
  /** Exits by itself. */
  exit(how: number | string): void
}

/**
 * Creates workers that reply with the result of `answer`, or by `reply` when that is `undefined`.
 * They start at once, or by `reply` if `isSlow`, and exit when closed or terminated.
 */
export function createFakeWorkers(
  answer: (call: WorkerCall) => WorkerReply | undefined = () => undefined,
  { isSlow = false } = {},
) {
  const workers: FakeWorker[] = []
  const start = (): WorkerHandle => {
    const emitter = new EventEmitter()
    const worker: FakeWorker = {
      calls: [],
      ended: undefined,
      reply: (reply) => void emitter.emit('message', reply),
      exit: (how) => void emitter.emit('exit', how),
    }
    workers.push(worker)
    const end = (how: 'closed' | 'terminated') => {
      worker.ended = how
      worker.exit(how === 'closed' ? 0 : 1)
    }
    return Object.assign(emitter, {
      ref: () => {},
      unref: () => {},
      terminate: () => end('terminated'),
      postMessage: (message: WorkerMessage) => {
        if (message === CLOSE) end('closed')
        else if ('name' in message) {
          worker.calls.push(message)
          if (worker.calls.length === 1 && !isSlow) worker.reply({ isStarted: true })
          const reply = answer(message)
          if (reply !== undefined) worker.reply(reply)
        }
      },
    })
  }
  return { workers, start }
}
