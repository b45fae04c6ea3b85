import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import process from 'node:process'
import { processTree } from './process-tree.ts'

/** What one server process is started with. */
export interface ServerSettings {
  /** The path of its program. */
  readonly program: string
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** The user it runs as; this one's unless said. */
  readonly user?: { readonly uid: number; readonly gid: number }
  /** Whether it can be used by now. What it throws counts as no. */
  readonly isReady: () => Promise<boolean>
  /** The signal that ends it in an orderly way. */
  readonly endsBy?: NodeJS.Signals
  /** Hears each line that it writes to its standard output. */
  readonly onLine?: (line: string) => void
  /** Milliseconds that it gets to end in that way, before it is killed; five seconds unless told. */
  readonly stopMs?: number
}

/** A server process of its own, which a test can treat badly. */
export interface RunningServer {
  readonly pid: number
  /** The end of what it has written so far. */
  readonly output: () => string
  /** How it has ended: an exit status or the name of a signal; `undefined` while it runs. */
  readonly endedWith: number | NodeJS.Signals | undefined
  /** Sends it a signal, and waits for nothing. */
  signal(signal: NodeJS.Signals): void
  /** Waits until it is gone. */
  gone(): Promise<void>
  /** Ends it with a signal and waits until it is gone. */
  end(signal: NodeJS.Signals): Promise<void>
  /** Starts it again, with the same settings, after {@link end}. */
  start(): Promise<void>
  /** Stops its processes where they are (SIGSTOP): connections stay open and nothing answers. */
  freeze(): void
  /** Lets it go on after {@link freeze}. */
  thaw(): void
  /** Ends it in an orderly way, or by force when that takes too long. Idempotent. */
  stop(): Promise<void>
}

const READY_MS = 20_000
const STOP_MS = 5_000
const OUTPUT_KEPT = 262_144

/** Starts a server process and waits until it is ready. It ends with this process. Throws with its output when it fails. */
export async function startServer(settings: ServerSettings): Promise<RunningServer> {
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
  // Its own group, so that a server of several processes is ended as one.
  const signal = (name: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
    process.kill(-child.pid, name)
  }
  // The processes of PostgreSQL have a group each: what cannot be handed on by the first one goes to all.
  const signalAll = (name: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
    for (const pid of processTree(child.pid)) {
      try {
        process.kill(pid, name)
      } catch {
        // It has gone in the meantime.
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
    // Not its exit: its last lines may come behind that.
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
