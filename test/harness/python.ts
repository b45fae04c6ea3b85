import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { programPath } from '../../scripts/cluster/find-program.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** Folder of the Python client tests. */
export const PYTHON_TESTS = join(ROOT, 'test', 'python-client')

/**
 * Returns the environment of Python programs: warnings are errors, no bytecode is written, and
 * proxies of the machine are ignored.
 */
export function pythonEnvironment(more: Readonly<Record<string, string>>) {
  return {
    ...process.env,
    PYTHONPATH: join(ROOT, 'client', 'python'),
    PYTHONWARNINGS: 'error',
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONUTF8: '1',
    NO_PROXY: '*',
    ...more,
  }
}

/** Runs Python to its exit, with the client importable. */
export function runPython(
  words: readonly string[],
  more: Readonly<Record<string, string>> = {},
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  return spawnSync(programPath('python3'), words, {
    cwd: ROOT,
    env: pythonEnvironment(more),
    encoding: 'utf8',
    timeout: 100_000,
  })
}

/** The outcome of a call: the fields of a result or an error. */
export interface Outcome {
  readonly data?: unknown
  readonly by_rank?: Readonly<Record<string, readonly unknown[]>>
  readonly by_id?: Readonly<Record<string, unknown>>
  readonly freshness?: Readonly<Record<string, number | null>>
  readonly request_ids?: readonly string[]
  readonly type?: string
  readonly text?: string
  readonly code?: string
  readonly status?: number | null
  readonly request_id?: string | null
  readonly retryable?: boolean
}

/** A Python client in a process. */
export interface PythonClient {
  /** Calls a method with a region and named arguments. */
  call(method: string, region: string, options?: object): Promise<Outcome>
  stop(): Promise<void>
}

/** Starts a client. With `step`, waits do not sleep but report their seconds. */
export function startPythonClient(
  origin: string,
  key: string,
  options: object = {},
  step?: (seconds: number) => void,
): PythonClient {
  const told = { ...options, ...(step !== undefined && { stepped: true }) }
  const child = spawn(
    programPath('python3'),
    [join(PYTHON_TESTS, 'ask.py'), origin, JSON.stringify(told)],
    { env: pythonEnvironment({ DEVELOPER_KEY: key }), stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    call: async (method, region, of = {}) => {
      child.stdin.write(`${JSON.stringify({ method, args: [region], options: of })}\n`)
      for (;;) {
        const line = await lines.next()
        if (line.done === true) throw new Error('Python has ended.')
        const said = JSON.parse(line.value) as Outcome & { step?: number }
        if (said.step === undefined) return said
        step?.(said.step)
        child.stdin.write('\n')
      }
    },
    stop: async () => {
      child.stdin.end()
      await ended
    },
  }
}

/** A process whose time a test steps. */
export interface SteppedProcess {
  /** Returns its next wait in seconds, or the last line that it writes. */
  next(): Promise<{ readonly step: number } | object>
  /** Ends the wait. */
  resume(): void
  readonly ended: Promise<unknown>
}

/** Starts a program of the Python tests with a `RemoteClock`. */
export function startSteppedPython(
  program: string,
  key: string,
  words: readonly string[],
): SteppedProcess {
  const env = pythonEnvironment({ DEVELOPER_KEY: key })
  return startStepped(programPath('python3'), [join(PYTHON_TESTS, program), ...words], env)
}

/** Starts a program that writes its waits as a `RemoteClock` does. */
export function startStepped(
  program: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): SteppedProcess {
  const child = spawn(program, words, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    ended,
    next: async () => {
      const line = await lines.next()
      if (line.done === true) throw new Error('The process has ended.')
      return JSON.parse(line.value) as object
    },
    resume: () => child.stdin.write('\n'),
  }
}
