import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import process from 'node:process'
import { processTree } from './process-tree.ts'

/** Options of a server process. */
export interface ServerOptions {
  /** Path of the program. */
  readonly program: string
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** The user to run as; by default that of this process. */
  readonly user?: { readonly uid: number; readonly gid: number }
  /** Returns whether the server is ready. A rejection counts as not ready. */
  readonly isReady: () => Promise<boolean>
  /** The signal for an orderly shutdown. */
  readonly endsBy?: NodeJS.Signals
  /** Called with each line of its standard output. */
  readonly onLine?: (line: string) => void
  /** Milliseconds until an orderly shutdown becomes a kill; default 5,000. */
  readonly stopMs?: number
}

/** A server process for tests. */
export interface RunningServer {
  readonly pid: number
  /** Returns the end of its output. */
  readonly output: () => string
  /** Exit status or signal; `undefined` while it runs. */
  readonly endedWith: number | NodeJS.Signals | undefined
  /** Sends a signal without waiting. */
  signal(signal: NodeJS.Signals): void
  /** Resolves when it has exited. */
  gone(): Promise<void>
  /** Sends a signal and resolves when it has exited. */
  end(signal: NodeJS.Signals): Promise<void>
  /** Restarts it with the same options, after {@link end}. */
  start(): Promise<void>
  /** Suspends its processes (SIGSTOP): connections stay open without answers. */
  freeze(): void
  /** Resumes it after {@link freeze}. */
  thaw(): void
  /** Stops it in an orderly way, or kills it after the timeout. Idempotent. */
  readonly stop: () => Promise<void>
}

const READY_MS = 20_000
const STOP_MS = 5_000
const OUTPUT_KEPT = 262_144

/**
 * Starts a server process and waits until it is ready. It ends with this process. Throws with its
 * output on failure.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const server = new ServerProcess(options)
  process.once('exit', server.killAtExit)
  await server.start()
  return server
}

class ServerProcess implements RunningServer {
  readonly #options: ServerOptions
  #child: ChildProcess | undefined
  #hasClosed = false
  #output = ''

  constructor(options: ServerOptions) {
    this.#options = options
  }

  readonly killAtExit = () => this.#signalAll('SIGKILL')

  readonly output = () => this.#output

  readonly stop = async () => {
    const { endsBy = 'SIGTERM', stopMs = STOP_MS } = this.#options
    process.off('exit', this.killAtExit)
    const late = setTimeout(() => this.#signalAll('SIGKILL'), stopMs)
    await this.end(endsBy)
    clearTimeout(late)
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  get endedWith(): number | NodeJS.Signals | undefined {
    return this.#hasClosed
      ? (this.#child?.exitCode ?? this.#child?.signalCode ?? undefined)
      : undefined
  }

  async start(): Promise<void> {
    const { program, isReady } = this.#options
    let failed: Error | undefined
    this.#spawn().once('error', (error) => (failed = error))
    const untilMs = performance.now() + READY_MS
    while (!(await isReady().catch(() => false))) {
      const hasFailed = failed !== undefined || this.#hasClosed
      if (!hasFailed && performance.now() < untilMs) {
        await sleep(20)
        continue
      }
      this.#signalAll('SIGKILL')
      throw new Error(`${program} did not become ready: ${failed?.message ?? ''}\n${this.#output}`)
    }
  }

  signal(name: NodeJS.Signals): void {
    const pid = this.#runningPid
    // Its own process group, so that a server of several processes ends as one.
    if (pid !== undefined) process.kill(-pid, name)
  }

  async gone(): Promise<void> {
    if (!this.#hasClosed && this.#child !== undefined) await once(this.#child, 'close')
  }

  async end(name: NodeJS.Signals): Promise<void> {
    const isGone = this.gone()
    if (name === 'SIGKILL') this.#signalAll(name)
    else {
      this.signal(name)
      this.#signalAll('SIGCONT')
    }
    await isGone
  }

  freeze(): void {
    this.#signalAll('SIGSTOP')
  }

  thaw(): void {
    this.#signalAll('SIGCONT')
  }

  #spawn(): ChildProcess {
    const { program, args, environment, user, onLine } = this.#options
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      ...(environment !== undefined && { env: environment }),
      ...user,
    })
    this.#child = child
    this.#hasClosed = false
    // Not `exit`: its last lines may arrive later.
    child.once('close', () => (this.#hasClosed = true))
    const append = (chunk: Buffer) => {
      this.#output = (this.#output + String(chunk)).slice(-OUTPUT_KEPT)
    }
    child.stdout.on('data', append)
    child.stderr.on('data', append)
    if (onLine !== undefined) createInterface({ input: child.stdout }).on('line', onLine)
    return child
  }

  /** The process that was started, while it runs. */
  get #runningPid(): number | undefined {
    const child = this.#child
    return child?.exitCode === null && child.signalCode === null ? child.pid : undefined
  }

  /** PostgreSQL's processes have a group each: signals that the first cannot forward go to all. */
  #signalAll(name: NodeJS.Signals): void {
    const running = this.#runningPid
    if (running === undefined) return
    for (const pid of processTree(running)) {
      try {
        process.kill(pid, name)
      } catch {
        // It has exited meanwhile.
      }
    }
  }
}
