import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 5

/**
 * Waits until a condition holds. Checks it every 5 ms, and as often as fits into `ms` on an idle
 * machine: a busy one, on which each check takes longer, has more time. Throws after the last
 * check.
 */
export async function holdWithin(
  ms: number,
  condition: () => Promise<boolean> | boolean,
  name = 'the condition holds',
): Promise<void> {
  for (let passedMs = 0; !(await condition()); passedMs += PAUSE_MS) {
    assert.ok(passedMs < ms, `It is not true after ${ms} ms that ${name}.`)
    await sleep(PAUSE_MS)
  }
}
