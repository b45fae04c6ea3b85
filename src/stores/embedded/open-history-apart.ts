import type { Worker } from 'node:worker_threads'
import type { Clock } from '../../domain/clock.ts'
import type { HistoryStore } from '../../domain/history-store.ts'
import { settlesWithin } from '../../domain/settles-within.ts'
import { ServiceError, unavailable } from '../../domain/service-error.ts'
import { historyOf, isWrite } from '../history/history-calls.ts'
import {
  resultOf,
  startHistoryThread,
  type ThreadAnswer,
  type ThreadAnswering,
  type ThreadOrder,
  type ThreadSettings,
  type ThreadTask,
} from './history-thread.ts'

/** Milliseconds for a call, waiting for its turn included. A writer may have to wait for one of another process. */
const READ_MS = 5_000
const WRITE_MS = 10_000

/** Reads that may wait for their turn. */
const WAITING_MAX = 256

/** Milliseconds that closing waits for the call under way. */
const CLOSE_MS = 1_000

interface Asked {
  readonly task: ThreadTask
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
  /** Ends its deadline. */
  cancel: () => void
}

/** A history in a thread, and what else the thread can be asked. */
export interface HistoryApart {
  readonly store: HistoryStore
  /**
   * Asks the thread a question, in line with what is read. Rejects with the `ServiceError` that it refuses with, or with one of
   * `unavailable`.
   */
  ask(question: unknown): Promise<unknown>
}

/** How a thread is started. */
export type StartThread = (settings: ThreadSettings) => Worker

/** Opens the history of {@link openAnsweringApart} for whoever asks nothing but the store. */
export function openHistoryApart(
  path: string,
  clock: Pick<Clock, 'nowMs' | 'after'>,
  start?: StartThread,
): HistoryStore {
  return openAnsweringApart({ path }, clock, start).store
}

/**
 * The history in `history.db`, read and written in a thread of its own, so that the thread that serves never waits for
 * the disk. The thread is started when something is first asked, ended when it gives no answer in time, and started
 * anew then, or after it has died. It has one task at a time; writes go before reads, which are refused when too many
 * wait. Whether a call that got no answer was done all the same is not known. It does not keep the process alive.
 */
export function openAnsweringApart(
  settings: { readonly path: string; readonly answering?: ThreadAnswering },
  clock: Pick<Clock, 'nowMs' | 'after'>,
  start: StartThread = startHistoryThread,
): HistoryApart {
  const [writes, reads]: [Asked[], Asked[]] = [[], []]
  let underWay: Asked | undefined
  let thread: Worker | undefined
  let isClosed = false

  const settle = (asked: Asked, how: () => void) => {
    asked.cancel()
    how()
  }
  /** Forgets the thread; what it was doing has failed. */
  const abandon = (gone: Worker, error: Error) => {
    if (gone !== thread) return
    thread = undefined
    const failed = underWay
    underWay = undefined
    if (failed !== undefined) settle(failed, () => failed.reject(error))
    goOn()
  }
  const startThread = () => {
    const started = start(settings)
    started.on('message', (answer: ThreadAnswer) => {
      const asked = underWay
      if (started !== thread || asked === undefined) return
      underWay = undefined
      settle(asked, () => {
        try {
          asked.resolve(resultOf(answer))
        } catch (error) {
          asked.reject(error as Error)
        }
      })
      goOn()
    })
    started.on('error', (error) => abandon(started, error as Error))
    started.on('exit', () => abandon(started, new Error('The thread of the history has ended.')))
    return started
  }
  const goOn = () => {
    if (underWay !== undefined || isClosed) return
    underWay = writes.shift() ?? reads.shift()
    if (underWay === undefined) return thread?.unref()
    thread ??= startThread()
    thread.ref()
    thread.postMessage({ ...underWay.task, nowMs: clock.nowMs() } satisfies ThreadOrder)
  }
  const expire = (asked: Asked, deadlineMs: number) => {
    const error = new Error(`The history gave no answer in ${deadlineMs} ms.`)
    if (asked === underWay && thread !== undefined) {
      void thread.terminate()
      return abandon(thread, error)
    }
    for (const queue of [writes, reads]) {
      if (queue.includes(asked)) queue.splice(queue.indexOf(asked), 1)
    }
    asked.reject(error)
  }

  const ask = async (task: ThreadTask): Promise<unknown> => {
    if (isClosed) throw new Error('The history is closed.')
    const writesIt = 'call' in task && isWrite(task.call)
    const queue = writesIt ? writes : reads
    if (queue === reads && reads.length >= WAITING_MAX)
      throw new Error('Too many wait for the history.')
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const asked: Asked = { task, resolve, reject, cancel: () => {} }
    const deadlineMs = writesIt ? WRITE_MS : READ_MS
    asked.cancel = clock.after(deadlineMs, () => expire(asked, deadlineMs))
    queue.push(asked)
    goOn()
    return promise
  }

  const close = async () => {
    if (isClosed) return
    isClosed = true
    for (const asked of [...writes.splice(0), ...reads.splice(0)]) {
      settle(asked, () => asked.reject(new Error('The history is closed.')))
    }
    const ending = thread
    if (ending === undefined) return
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    ending.on('exit', () => resolve())
    ending.ref()
    ending.postMessage('close' satisfies ThreadOrder)
    if (!(await settlesWithin(clock, CLOSE_MS, ended))) void ending.terminate()
  }
  return {
    store: historyOf((call) => ask({ call }), close),
    ask: (question) =>
      ask({ question }).catch((error: unknown) => {
        throw error instanceof ServiceError ? error : unavailable(error)
      }),
  }
}
