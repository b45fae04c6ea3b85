import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { testFilesOf, waitingFilesOf } from '../test/suites.ts'
import { runTestFile, type FileResult } from './tests/run-test-file.ts'

// Runs the quick tests, the full suite (`--full`), or all tests with many times more runs
// (`--long`), two files at a time, and beside them one of those that wait most of the time. Prints
// one line per file, and the whole output of a file that fails. `--minutes N` starts no file after
// that time and lists those that it left out.
//
// In CI a file that failed runs again, alone: a machine that gives the tests a fraction of a
// processor exceeds time limits. One that passes then is listed, and does not fail the run.
const { values } = parseArgs({
  options: {
    full: { type: 'boolean' },
    long: { type: 'boolean' },
    minutes: { type: 'string' },
  },
})
const RETRIES_MAX = 12
const mode = values.long
  ? {
      suite: 'all' as const,
      concurrency: 1,
      fileMs: 4 * 3_600_000,
      nodeOptions: ['--import', './test/harness/long-runs.ts'],
    }
  : {
      suite: values.full ? ('full' as const) : ('quick' as const),
      concurrency: 2,
      fileMs: 300_000,
      nodeOptions: [],
    }
const untilMs = values.minutes === undefined ? Infinity : Number(values.minutes) * 60_000
if (Number.isNaN(untilMs)) throw new Error('--minutes needs a number.')

// What tests copy instead of creating it: see test/harness/test-template.ts.
const templates = mkdtempSync(join(tmpdir(), 'backline-test-templates-'))
process.env['TEST_TEMPLATES'] = templates
process.once('exit', () => rmSync(templates, { recursive: true, force: true }))

const all = testFilesOf(mode.suite)
const waiting = mode.concurrency === 1 ? [] : [...waitingFilesOf(all)]
const files = all.filter((file) => !waiting.includes(file))
const results: FileResult[] = []
await Promise.all([
  ...Array.from({ length: mode.concurrency }, () => runEach(files)),
  runEach(waiting),
])

const failed = results.filter(({ isOk }) => !isOk)
const recovered = process.env['CI'] === undefined ? [] : await repeatAlone(failed)
printSummary()
process.exitCode = failed.length > recovered.length ? 1 : 0

/** Runs the files that a queue still has, one at a time. */
async function runEach(queue: string[]): Promise<void> {
  while (performance.now() < untilMs) {
    const file = queue.shift()
    if (file === undefined) return
    const result = await runTestFile(file, mode)
    results.push(result)
    print(result, `${results.length}/${all.length}`)
  }
}

/** Runs each file again, one at a time. Returns the results that passed. */
async function repeatAlone(again: readonly FileResult[]): Promise<readonly FileResult[]> {
  if (again.length > RETRIES_MAX) return []
  const passed: FileResult[] = []
  for (const { file } of again) {
    if (performance.now() >= untilMs) break
    const result = await runTestFile(file, mode)
    print(result, 'again, alone')
    if (result.isOk) passed.push(result)
  }
  return passed
}

function print({ file, isOk, seconds, tests, skips, output }: FileResult, at: string): void {
  if (!isOk) console.log(output)
  const verdict = isOk ? 'ok  ' : 'FAIL'
  console.log(`${verdict} ${file} (${tests} tests, ${seconds.toFixed(1)} s) ${at}`)
  for (const skip of skips) console.log(`     skipped: ${skip}`)
}

function printSummary(): void {
  const sum = (count: (result: FileResult) => number) =>
    results.reduce((before, result) => before + count(result), 0).toLocaleString('en')
  const seconds = (performance.now() / 1_000).toFixed(0)
  console.log(
    `\n${sum(({ tests }) => tests)} tests in ${results.length} files, ` +
      `${sum(({ skips }) => skips.length)} skipped, ${failed.length} files failed; ${seconds} s.`,
  )
  const passedAlone = new Set(recovered.map(({ file }) => file))
  list(
    'Failed',
    failed.filter(({ file }) => !passedAlone.has(file)),
  )
  list('Failed beside other tests and passed alone, so it depends on the machine', recovered)
  list(
    `NOT RUN, because ${values.minutes} minutes were over`,
    [...files, ...waiting].map((file) => ({ file })),
  )
}

function list(title: string, found: readonly Pick<FileResult, 'file'>[]): void {
  if (found.length > 0) console.log(`${title}:\n${found.map(({ file }) => `  ${file}`).join('\n')}`)
}
