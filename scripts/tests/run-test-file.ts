import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'

/** The result of one test file. */
export interface FileResult {
  readonly file: string
  readonly isOk: boolean
  readonly seconds: number
  /** Number of tests; 0 for a file that exited before its summary. */
  readonly tests: number
  /** Name and reason of each skipped test. */
  readonly skips: readonly string[]
  /** What the file printed, at most the last megabyte. */
  readonly output: string
}

/** Options of {@link runTestFile}. */
export interface TestFileOptions {
  /** Milliseconds after which the file is killed and has failed. */
  readonly fileMs: number
  readonly nodeOptions: readonly string[]
}

const OUTPUT_MAX = 1_048_576
const COMPILE_CACHE = new URL('enable-compile-cache.ts', import.meta.url).href

/** Runs a file of `node:test` tests in a process of its own. Never rejects because a test fails. */
export async function runTestFile(
  file: string,
  { fileMs, nodeOptions }: TestFileOptions,
): Promise<FileResult> {
  const startMs = performance.now()
  const options = ['--import', COMPILE_CACHE, ...nodeOptions, '--test-reporter=spec']
  const child = spawn(process.execPath, [...options, file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const append = (text: string) => void (output = (output + text).slice(-OUTPUT_MAX))
  child.stdout.setEncoding('utf8').on('data', append)
  child.stderr.setEncoding('utf8').on('data', append)
  const timer = setTimeout(() => {
    append(`\nThe file was killed after ${fileMs / 1_000} s.\n`)
    child.kill('SIGKILL')
    // A process that the file started may hold the pipes open.
    child.stdout.destroy()
    child.stderr.destroy()
  }, fileMs)
  const [status] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  return {
    file,
    isOk: status === 0 && !hasFailures(output),
    seconds: (performance.now() - startMs) / 1_000,
    tests: Number(/^ℹ tests (\d+)$/m.exec(output)?.[1] ?? 0),
    skips: [...output.matchAll(/^\s*﹣ (.*)$/gm)].map(([, skip = '']) => skip),
    output,
  }
}

/** Whether the summary is missing or counts a failure: an early `process.exit(0)` hides tests. */
function hasFailures(output: string): boolean {
  return !/^ℹ fail 0$/m.test(output) || !/^ℹ cancelled 0$/m.test(output)
}
