import type { Clock } from '../../../time/clock.ts'
import { wait } from '../../../concurrency/wait.ts'

/**
 * Connections delayed at once. Further responses are sent immediately: each delayed one also
 * occupies a connection of the load balancer, which has a few thousand per node.
 */
export const TARPIT_MAX = 256

/**
 * Resolves after `delayMs` milliseconds: immediately when too many connections are delayed, and
 * early when `signal` aborts. Delays of one connection run in sequence. Never rejects.
 */
export type Tarpit = (connection: object, delayMs: number, signal: AbortSignal) => Promise<void>

/**
 * Creates a tarpit: delays a rejection, so that a client retrying in a loop cannot consume
 * capacity. While it waits, it costs nothing, and its connections are limited.
 */
export function createTarpit(clock: Pick<Clock, 'after'>): Tarpit {
  const last = new WeakMap<object, Promise<void>>()
  let delayedCount = 0
  const delay = async (delayMs: number, signal: AbortSignal) => {
    if (delayedCount >= TARPIT_MAX) return
    delayedCount += 1
    await wait(clock, delayMs, signal)
    delayedCount -= 1
  }
  return (connection, delayMs, signal) => {
    const previous = last.get(connection)
    const delayed = previous ? previous.then(() => delay(delayMs, signal)) : delay(delayMs, signal)
    last.set(connection, delayed)
    return delayed
  }
}
