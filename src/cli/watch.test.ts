import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import { createProgram } from './create-program.ts'
import { UsageError } from './explain.ts'

const folder = temporaryFolder()

test('what cannot be watched is refused with what is wrong', async () => {
  const environment = { BACKLINE_DATA_DIR: join(folder, 'data') }
  for (const [words, problem] of [
    ['add JP event 1', /"JP" is no region; there are tw, jp, en, kr/],
    ['add jp arena 1', /"arena" is no kind of board; there are event, music, challenge/],
    ['add jp event 0', /the id of a board is a whole number from 1 on/],
    ['add jp event 9223372036854775808', /the id of a board is a whole number from 1 on/],
    ['add jp event 1 --ranks 1,,2', /--ranks takes whole numbers between commas/],
    ['add jp event 1 --ranks 0', /ranks are whole numbers from 1/],
    ['add jp music 1 --ranks 1', /--ranks is for events/],
    ['add jp event 1 --cadence 2d', /the cadence is from 1s to 1d/],
    ['add jp event 1 --cadence 0s', /the cadence is from 1s to 1d/],
    ['add jp event 1 --cadence often', /--cadence takes a duration such as/],
    ['add jp event 1 --from yesterday', /--from takes a time in UTC/],
    ['add jp event 1 --from 2026-07-02 --until 2026-07-01', /a watch begins before it ends/],
    ['pause jp event 1', /jp\/event\/1 is not watched/],
    ['remove jp event 1', /jp\/event\/1 is not watched/],
  ] as const) {
    const program = await createProgram(environment, 'watch')
    const run = program.parseAsync(['node', 'backline', 'watch', ...words.split(' ')])
    await assert.rejects(run, (error: Error) => {
      assert.ok(error instanceof UsageError, String(error))
      assert.match(error.message, problem)
      return true
    })
  }
})
