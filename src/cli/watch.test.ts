import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import { createProgram } from './create-program.ts'
import { UsageError } from './output/explain-error.ts'

const folder = temporaryFolder()

test('an invalid watch is rejected with the reason', async () => {
  const environment = { BACKLINE_DATA_DIR: join(folder, 'data') }
  for (const [words, problem] of [
    ['add JP event 1', /Unknown region "JP"\. Use one of tw, jp, en, kr/],
    ['add jp arena 1', /Unknown kind of board "arena"\. Use one of event, music, challenge/],
    ['add jp event 0', /the id of a board must be a positive integer/],
    ['add jp event 9223372036854775808', /the id of a board must be a positive integer/],
    ['add jp event 1 --ranks 1,,2', /--ranks takes comma-separated integers/],
    ['add jp event 1 --ranks 0', /ranks must be ascending integers from 1/],
    ['add jp music 1 --ranks 1', /--ranks is for events/],
    ['add jp event 1 --cadence 2d', /the cadence must be from 1s to 1d/],
    ['add jp event 1 --cadence 0s', /the cadence must be from 1s to 1d/],
    ['add jp event 1 --cadence often', /--cadence takes a duration such as/],
    ['add jp event 1 --from yesterday', /--from takes a time in UTC/],
    ['add jp event 1 --from 2026-07-02 --until 2026-07-01', /a watch must begin before it ends/],
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
