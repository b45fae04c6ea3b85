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
export async function startServer(settings: ServerOptions): Promise<RunningServer> {
  const {
    program,
    args,
    user,
    environment,
    isReady,
    endsBy = 'SIGTERM',
    stopMs = STOP_MS,
    onLine,
  } = settings
  let child: ChildProcess
  let isOver = false
  let output = ''
  // Its own process group, so that a server of several processes ends as one.
  const signal = (name: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
    process.kill(-child.pid, name)
  }
  // PostgreSQL's processes have a group each: signals that the first one cannot forward go to all.
  const signalAll = (name: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
    for (const pid of processTree(child.pid)) {
      try {
        process.kill(pid, name)
      } catch {
        // It has exited meanwhile.
      }
    }
  }
  const killAtExit = () => signalAll('SIGKILL')

  const start = async () => {
    child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      ...(environment !== undefined && { env: environment }),
      ...user,
    })
    isOver = false
    let failed: Error | undefined
    child.once('error', (error) => (failed = error))
    // Not `exit`: its last lines may arrive later.
    child.once('close', () => (isOver = true))
    const note = (chunk: Buffer) => void (output = (output + String(chunk)).slice(-OUTPUT_KEPT))
    child.stdout?.on('data', note)
    child.stderr?.on('data', note)
    if (onLine !== undefined && child.stdout !== null) {
      createInterface({ input: child.stdout }).on('line', onLine)
    }
    const untilMs = performance.now() + READY_MS
    while (!(await isReady().catch(() => false))) {
      const hasFailed = failed !== undefined || isOver
      if (!hasFailed && performance.now() < untilMs) {
        await sleep(20)
        continue
      }
      signalAll('SIGKILL')
      throw new Error(`${program} did not become ready: ${failed?.message ?? ''}\n${output}`)
    }
  }
  const gone = async () => {
    if (!isOver) await once(child, 'close')
  }
  const end = async (name: NodeJS.Signals) => {
    const isGone = gone()
    if (name === 'SIGKILL') signalAll(name)
    else {
      signal(name)
      signalAll('SIGCONT')
    }
    await isGone
  }

  process.once('exit', killAtExit)
  await start()
  return {
    get pid() {
      return child.pid ?? 0
    },
    output: () => output,
    get endedWith() {
      return isOver ? (child.exitCode ?? child.signalCode ?? undefined) : undefined
    },
    signal,
    gone,
    end,
    start,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    stop: async () => {
      process.off('exit', killAtExit)
      const late = setTimeout(() => signalAll('SIGKILL'), stopMs)
      await end(endsBy)
      clearTimeout(late)
    },
  }
}
