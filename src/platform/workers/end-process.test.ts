import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import process from 'node:process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

const LINES = 2_000
const FILES = ['app/telemetry/open-log.ts', 'platform/workers/end-process.ts'].map((name) =>
  import.meta.resolve(`../../${name}`),
)
const PROGRAM = `
  const [{ openLog }, { endOnFault, endProcess }] = await Promise.all(${JSON.stringify(FILES)}.map((file) => import(file)))
  const log = openLog({ form: 'json', requests: 'all' })
  endOnFault(log)
  for (let count = 0; count < ${LINES}; count += 1) log.observe({ type: 'process.stopped', clean: true })
`

/** A file that rejects all writes, as on a full disk. */
const FULL = '/dev/full'

/** More than the capacity of a pipe. */
const MANY_LINES = `
  for (let count = 0; count < 20_000; count += 1) log.observe({ type: 'process.stopped', clean: true })
`

function wordsOf(end: string): string[] {
  return ['--input-type=module', '--eval', PROGRAM + end]
}

/** Runs a process that logs and then ends as `end` specifies. */
async function run(end: string) {
  const ended = await promisify(execFile)(process.execPath, wordsOf(end), { timeout: 10_000 }).then(
    ({ stdout }) => ({ status: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ status: code, stdout }),
  )
  return { status: ended.status, lines: ended.stdout.trimEnd().split('\n') }
}

it('writes every line before the process exits, including those of the last turn', async () => {
  const { status, lines } = await run('await endProcess(log, 0)')
  assert.equal(status, 0)
  assert.equal(lines.length, LINES)
})

it('writes every line and the error when the process exits with an uncaught error', async () => {
  const { status, lines } = await run('throw new Error("Nobody caught this.")')
  assert.equal(status, 1)
  assert.equal(lines.length, LINES + 1)
  assert.match(lines.at(-1) ?? '', /"type":"fault","where":"process".*Nobody caught this\./)
})

it('exits despite output or an error after the last line', async () => {
  const { status, lines } = await run(`
    void endProcess(log, 0)
    log.observe({ type: 'process.stopped', clean: true })
    setImmediate(() => { throw new Error('Nobody hears this.') })`)
  assert.ok(status === 0 || status === 1)
  assert.equal(lines.length, LINES)
})

describe('a process whose log cannot be written', () => {
  it('continues when the reader of the log leaves', async () => {
    const later = 'setTimeout(() => void endProcess(log, 7), 300)'
    const child = start(`setTimeout(() => { ${MANY_LINES} }, 100); ${later}`, 'pipe')
    child.stdout?.destroy()
    assert.deepEqual(await once(child, 'exit'), [7, null])
  })

  const ends = [
    ['exits after a flush', 'void endProcess(log, 0)', 0],
    ['exits immediately', 'process.exit(1)', 1],
    ['exits with an uncaught error', 'throw new Error("Nobody hears this.")', 1],
  ] as const
  for (const [how, end, status] of ends) {
    const program = `${MANY_LINES}; setTimeout(() => { ${end} }, 100)`

    it(`ends soon when it ${how} and the log is not read`, async () => {
      const child = start(program, 'pipe')
      child.stdout?.pause()
      assert.deepEqual(await once(child, 'exit'), [status, null])
    })

    it(`ends soon when it ${how} and the disk is full`, { skip: !existsSync(FULL) }, async () => {
      const full = openSync(FULL, 'w')
      const child = start(program, full)
      closeSync(full)
      assert.deepEqual(await once(child, 'exit'), [status, null])
    })
  }
})

function start(end: string, stdout: 'pipe' | number) {
  return spawn(process.execPath, wordsOf(end), {
    stdio: ['ignore', stdout, 'inherit'],
    timeout: 10_000,
    killSignal: 'SIGKILL',
  })
}
