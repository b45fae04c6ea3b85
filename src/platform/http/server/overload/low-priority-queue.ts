/** Result of queueing: the task may start, its client has disconnected, or the queue is full. */
export type Turn = 'now' | 'gone' | 'full'

/** Maximum queued tasks: at one per iteration of a busy event loop, about half a second of work. */
export const QUEUED_MAX = 256

/** A queue that starts tasks with low priority. */
export interface LowPriorityQueue {
  /**
   * Resolves when the task may start, in the order of the calls, or with the reason why it must
   * not. Skips a task whose `isGone` returns true. Never rejects.
   */
  enter(isGone: () => boolean): Promise<Turn>
}

interface QueuedTask {
  readonly isGone: () => boolean
  readonly resolve: (turn: Turn) => void
}

/**
 * Creates a low-priority queue. Starts one task per event-loop iteration, after pending I/O. A
 * flood of tasks, from any number of connections, delays other work by one task; at most {@link
 * QUEUED_MAX} wait.
 */
export function createLowPriorityQueue(queuedMax = QUEUED_MAX): LowPriorityQueue {
  let queue: QueuedTask[] = []
  let isScheduled = false
  const dropGone = () => {
    const previous = queue
    queue = []
    for (const each of previous) {
      if (each.isGone()) each.resolve('gone')
      else queue.push(each)
    }
  }
  const startNext = () => {
    dropGone()
    queue.shift()?.resolve('now')
    isScheduled = queue.length > 0
    if (isScheduled) setImmediate(startNext)
  }
  return {
    enter: (isGone) => {
      if (queue.length >= queuedMax) dropGone()
      if (queue.length >= queuedMax) return Promise.resolve('full')
      const { promise, resolve } = Promise.withResolvers<Turn>()
      queue.push({ isGone, resolve })
      if (!isScheduled) setImmediate(startNext)
      isScheduled = true
      return promise
    },
  }
}
