import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { closeIdleConnections } from '../harness/close-idle-connections.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const BIN = join(ROOT, 'bin', 'backline.mjs')

/** Variables of the machine, without any Backline setting of the developer. */
function environment(dataDir: string, more: Readonly<Record<string, string>> = {}) {
  const machine = Object.entries(process.env).filter(([name]) => !name.startsWith('BACKLINE_'))
  return {
    ...Object.fromEntries(machine),
    BACKLINE_DATA_DIR: dataDir,
    BACKLINE_LISTEN: '127.0.0.1:0',
    BACKLINE_ADMIN_LISTEN: '127.0.0.1:0',
    ...more,
  }
}

/** The output and exit status of a command. */
export interface Finished {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command to completion. `input` is its standard input. */
export function backline(
  dataDir: string,
  words: readonly string[],
  more: Readonly<Record<string, string>> = {},
  input = '',
): Finished {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...words], {
    input,
    env: environment(dataDir, more),
    encoding: 'utf8',
    timeout: 120_000,
  })
  return { status, stdout, stderr }
}

/** A command that runs concurrently with the test. */
export interface RunningCommand {
  readonly process: ChildProcess
  readonly ended: Promise<Finished>
}

/** Starts a command. */
export function startCommand(
  dataDir: string,
  words: readonly string[],
  more: Readonly<Record<string, string>> = {},
): RunningCommand {
  const child = spawn(process.execPath, [BIN, ...words], { env: environment(dataDir, more) })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = once(child, 'close').then(([status]) => {
    return { status: status as number | null, stdout, stderr }
  })
  return { process: child, ended }
}

/** A server in a separate process. */
export interface ServerProcess {
  readonly pid: number
  readonly origin: string
  readonly adminOrigin: string
  /** The command that the banner offers. */
  readonly curl: string
  /** Standard error so far, for people, and standard output, the log. */
  readonly said: () => string
  readonly log: () => string
  /** Stops reading the log, as when a pipe after the server ends. */
  closeLog(): void
  /** Closes the idle connections of `fetch` and sends a signal. */
  kill(signal: NodeJS.Signals): void
  /** Resolves with the exit status when the process has ended. */
  readonly ended: Promise<number | null>
}

/** Starts `command` (the demo server by default) and waits until it reports that it is ready. */
export async function startServer(
  dataDir: string,
  options: {
    more?: Readonly<Record<string, string>>
    command?: readonly [string, ...string[]]
    words?: readonly string[]
  } = {},
): Promise<ServerProcess> {
  const ours = [process.execPath, BIN, ...(options.words ?? ['serve', '--demo'])] as const
  const [program, ...words] = options.command ?? ours
  const child: ChildProcess = spawn(program, words, {
    cwd: ROOT,
    env: environment(dataDir, options.more),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let log = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (log += text))
  const ended = once(child, 'exit').then(([status]) => status as number | null)
  const ready = new Promise<void>((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes('Ctrl-C stops.')) resolve()
    })
    void ended.then((status) => reject(new Error(`It ended with ${status}, saying:\n${said}`)))
  })
  await ready
  return {
    pid: child.pid ?? 0,
    origin: /ready at (http:\S+)/.exec(said)?.[1] ?? '',
    adminOrigin: /Health is at (http:[^/]+\/\/[^/]+|http:\/\/[^/]+)/.exec(said)?.[1] ?? '',
    curl: /^ {2}(curl .*ranking.*)$/m.exec(said)?.[1] ?? '',
    said: () => said,
    log: () => log,
    closeLog: () => void child.stdout?.destroy(),
    kill: (signal) => {
      closeIdleConnections()
      child.kill(signal)
    },
    ended,
  }
}

/** Returns the status of a GET and its body as JSON. */
export async function get(url: string, key?: string) {
  const answer = await fetch(url, {
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
  })
  return {
    status: answer.status,
    headers: answer.headers,
    json: (await answer.json()) as Record<string, unknown>,
  }
}
