import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import process from 'node:process'
import { it } from 'node:test'
import { promisify } from 'node:util'

const LINES = 2_000
const FILES = ['open-log.ts', 'end-process.ts'].map((name) => import.meta.resolve(`./${name}`))
const PROGRAM = `
  const [{ openLog }, { endOnFault, endProcess }] = await Promise.all(${JSON.stringify(FILES)}.map((file) => import(file)))
  const log = openLog('json')
  endOnFault(log)
  for (let count = 0; count < ${LINES}; count += 1) log.observe({ type: 'process.stopped', clean: true })
`

/** Runs a process that logs, and then ends as `end` says. */
async function run(end: string) {
  const words = ['--input-type=module', '--eval', PROGRAM + end]
  const ended = await promisify(execFile)(process.execPath, words).then(
    ({ stdout }) => ({ status: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ status: code, stdout }),
  )
  return { status: ended.status, lines: ended.stdout.trimEnd().split('\n') }
}

it('writes every line before the process ends, those of the last turn too', async () => {
  const { status, lines } = await run('await endProcess(log, 0)')
  assert.equal(status, 0)
  assert.equal(lines.length, LINES)
})

it('writes every line and why, when the process ends for what nobody caught', async () => {
  const { status, lines } = await run('throw new Error("Nobody caught this.")')
  assert.equal(status, 1)
  assert.equal(lines.length, LINES + 1)
  assert.match(lines.at(-1) ?? '', /"type":"fault","where":"process".*Nobody caught this\./)
})
