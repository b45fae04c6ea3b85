import { after } from 'node:test'
import { createManualClock } from '../harness/manual-clock.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { openOutbox } from './outbox-fixture.ts'

const closing: (() => Promise<void>)[] = []
after(async () => {
  for (const close of closing) await close()
})

/**
 * Opens an outbox of its own on a manual clock, with the lease. Its accounts are closed after the
 * tests of the file.
 */
export async function openOutboxScene(nowMs: number) {
  const clock = createManualClock(nowMs)
  const fixture = await openOutbox(temporaryFolder(), clock)
  closing.push(() => fixture.accounts.close())
  const settle = async () => {
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate)
  }
  return {
    ...fixture,
    clock,
    lease: await fixture.acquire(),
    /** Lets what has started go on until it waits for the clock. */
    settle,
    /** Advances the clock, second by second. */
    pass: async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 1_000) {
        clock.advance(1_000)
        await settle()
      }
    },
  }
}
