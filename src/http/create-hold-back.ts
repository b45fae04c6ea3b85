import type { Clock } from '../domain/clock.ts'
import { wait } from '../domain/wait.ts'

/**
 * Connections whose answers are held back at one time. The answers of one more go out at once: each keeps a connection of a balancer
 * too, which has some thousand for a node.
 */
export const HELD_BACK_MAX = 256

/**
 * Resolves when an answer on `connection` has been held back for so many milliseconds, at once when too many are, and early when its
 * client is gone. Those of one connection wait one behind the other. Never rejects.
 */
export type HoldBack = (connection: object, delayMs: number, gone: AbortSignal) => Promise<void>

/**
 * Makes what holds answers back. A client that asks again as soon as it is refused costs as much as one that is answered; while it
 * waits for its refusal it costs nothing, for it has only so many connections to ask on.
 */
export function createHoldBack(clock: Pick<Clock, 'after'>): HoldBack {
  const last = new WeakMap<object, Promise<void>>()
  let held = 0
  const hold = async (delayMs: number, gone: AbortSignal) => {
    if (held >= HELD_BACK_MAX) return
    held += 1
    await wait(clock, delayMs, gone)
    held -= 1
  }
  return (connection, delayMs, gone) => {
    const before = last.get(connection)
    const over = before ? before.then(() => hold(delayMs, gone)) : hold(delayMs, gone)
    last.set(connection, over)
    return over
  }
}
