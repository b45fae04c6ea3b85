import type { Worker } from 'node:worker_threads'
import type { Clock } from '../../domain/clock.ts'
import { settlesWithin } from '../../domain/settles-within.ts'
import type { UsageStore } from '../../domain/usage-store.ts'
import { usageOf, type UsageCall, type UsageMethod } from '../usage/usage-calls.ts'
import { startUsageThread, type UsageAnswer, type UsageOrder } from './usage-thread.ts'

/** Milliseconds for a call, waiting for its turn included. A writer may have to wait for one of another process. */
const CALL_MS = 10_000

/** Calls that may wait for their turn. */
const WAITING_MAX = 256

/** Milliseconds after which a thread ends that nobody asks anything. */
const IDLE_MS = 60_000

/** Milliseconds that closing waits for the thread to close its file. */
const CLOSE_MS = 1_000

interface Asked {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
  /** Ends its deadline. */
  readonly cancel: () => void
}

/** What changes the file. Whoever looks at long times has a thread of their own: what is to be added does not wait for them. */
const CHANGES: ReadonlySet<UsageMethod> = new Set<UsageMethod>(['add', 'forget'])

/**
 * Usage in `usage.db`, read in one thread and written in another, so that the thread that serves never waits for the disk.
 * A thread is started when something is first asked of it, and ended when nobody has asked for a minute, or when it gives
 * no answer in time; it is started anew then, or after it has died. Whether what was under way was done all the same is
 * not known. They do not keep the process alive.
 */
export function openUsageApart(
  path: string,
  clock: Pick<Clock, 'after'>,
  start: (path: string) => Worker = startUsageThread,
): UsageStore {
  const [reader, writer] = [createThread(path, clock, start), createThread(path, clock, start)]
  return usageOf(
    (call) => (CHANGES.has(call.method) ? writer : reader).ask(call),
    async () => {
      await Promise.all([writer.close(), reader.close()])
    },
  )
}

/** A thread over the file, for as long as somebody asks it. */
function createThread(path: string, clock: Pick<Clock, 'after'>, start: (path: string) => Worker) {
  const asked = new Map<number, Asked>()
  let thread: Worker | undefined
  let calls = 0
  let isClosed = false
  let rest: (() => void) | undefined

  const settle = (nth: number, how: (one: Asked) => void) => {
    const one = asked.get(nth)
    if (one === undefined) return
    asked.delete(nth)
    one.cancel()
    how(one)
    if (asked.size > 0) return
    thread?.unref()
    rest?.()
    if (!isClosed) rest = clock.after(IDLE_MS, endIdle)
  }
  const endIdle = () => {
    if (asked.size > 0) return
    thread?.postMessage('close' satisfies UsageOrder)
    thread = undefined
  }
  /** Forgets the thread; whatever it was asked has failed. */
  const abandon = (gone: Worker, error: Error) => {
    if (gone !== thread) return
    thread = undefined
    for (const nth of asked.keys()) settle(nth, ({ reject }) => reject(error))
  }
  const startThread = () => {
    const started = start(path)
    started.on('message', (answer: UsageAnswer) => {
      settle(answer.nth, ({ resolve, reject }) => {
        if ('failure' in answer) reject(new Error(answer.failure))
        else resolve(answer.result)
      })
    })
    started.on('error', (error) => abandon(started, error as Error))
    started.on('exit', () => abandon(started, new Error('The thread of usage has ended.')))
    return started
  }
  const ask = (call: UsageCall): Promise<unknown> => {
    if (isClosed) return Promise.reject(new Error('The usage store is closed.'))
    if (asked.size >= WAITING_MAX) return Promise.reject(new Error('Too many wait for usage.'))
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const nth = (calls += 1)
    const asking = (thread ??= startThread())
    const cancel = clock.after(CALL_MS, () => {
      abandon(asking, new Error(`Usage gave no answer in ${CALL_MS} ms.`))
      void asking.terminate()
    })
    asked.set(nth, { resolve, reject, cancel })
    asking.ref()
    asking.postMessage({ nth, call } satisfies UsageOrder)
    return promise
  }

  const close = async () => {
    if (isClosed) return
    isClosed = true
    rest?.()
    const ending = thread
    if (ending === undefined) return
    const exited = new Promise((resolve) => ending.once('exit', resolve))
    ending.ref()
    ending.postMessage('close' satisfies UsageOrder)
    if (!(await settlesWithin(clock, CLOSE_MS, exited))) await ending.terminate()
  }
  return { ask, close }
}
