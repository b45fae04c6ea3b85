import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { testFilesOf } from '../test/suites.ts'

// Runs the quick tests, the full suite (`--full`), or all tests with many times more runs
// (`--long`).
const { values } = parseArgs({
  options: { full: { type: 'boolean' }, long: { type: 'boolean' } },
})
const longRun = ['--import', './test/harness/long-runs.ts', '--test-timeout=3600000']
const once = ['--test-concurrency=2', '--test-timeout=300000']
const suite = values.long ? 'all' : values.full ? 'full' : 'quick'
const options = ['--test', ...(values.long ? longRun : once)]
const { status } = spawnSync(process.execPath, [...options, ...testFilesOf(suite)], {
  stdio: 'inherit',
})
process.exitCode = status ?? 1
