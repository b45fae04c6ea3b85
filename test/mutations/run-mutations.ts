import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { MUTATIONS } from './mutations.ts'

// `npm run mutations`: plants each fault in turn and runs the test that has to find it out. Words
// choose by name.
const words = process.argv.slice(2)
const chosen = MUTATIONS.filter(({ name }) => words.every((word) => name.includes(word)))
const plant = new URL('plant.ts', import.meta.url).href
const missed = chosen.filter(({ name, test }) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--test', '--test-reporter=spec', '--test-force-exit', '--test-timeout=60000', test],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        // A test that is left out finds nothing.
        CI: 'true',
        BACKLINE_TEST_MUTATION: name,
        NODE_OPTIONS: `--import=${plant}`,
      },
    },
  )
  const planted = !/names no mutation|has not exactly one place/.test(stdout + stderr)
  const found = planted && status !== 0
  const promise = /✖ (.*) \(/.exec(stdout)?.[1] ?? ''
  process.stdout.write(`${found ? 'found ' : 'MISSED'} ${name}${found ? `, by: ${promise}` : ''}\n`)
  if (!planted) process.stdout.write(`${(stdout + stderr).slice(0, 2_000)}\n`)
  return !found
})
process.exitCode = missed.length === 0 && chosen.length > 0 ? 0 : 1
