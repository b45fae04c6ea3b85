import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import module from 'node:module'
import { getPriority, setPriority } from 'node:os'
import { basename, dirname } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ResourceLimits } from 'node:worker_threads'
import {
  compileCacheFolders,
  isOnlyOurs,
  type CompileCacheOptions,
} from './compile-cache-folders.ts'

// What the program does to V8, Node and the system's scheduler beyond their interfaces and
// defaults. Each measure states its effect, and has a test in this folder that fails when a version
// of Node does the same by itself or no longer allows it. BACKLINE_ENGINE_TUNING=off disables all,
// those of socket-patches.ts included.

/** Whether this process or thread is tuned. A worker learns it from its parent. */
let isTuned = true

/** Returns whether the tuning of this process or thread is enabled. */
export function isEngineTuned(): boolean {
  return isTuned
}

/** Enables or disables the tuning of this process or thread from now on. */
export function setEngineTuned(isOn: boolean): void {
  isTuned = isOn
}

/** Options of {@link tuneProcess}. */
export interface TuningOptions extends CompileCacheOptions {
  /** The value of `BACKLINE_ENGINE_TUNING`: only `off` disables the tuning. */
  readonly setting: string | undefined
}

/**
 * Tunes a process that has compiled nothing else yet: sets the flags first, because the compile
 * cache depends on them. Returns a warning for the operator if others can write the compile cache.
 */
export function tuneProcess({ setting, ...options }: TuningOptions): string | undefined {
  isTuned = setting !== 'off'
  setEngineFlags()
  return enableCompileCache(options)
}

/** Tunes a process that serves, or disables its tuning. */
export function tuneServer(isOn: boolean): void {
  isTuned = isOn
  setEngineFlags()
  lowerHelperThreadPriority()
}

/**
 * The V8 flags of a serving process.
 *
 * Without the first, V8 allocates objects of sites that created long-lived ones during startup in
 * the old generation, where they retain everything that a request references until the next full
 * collection. Effect: 4 of 30 starts used half as much CPU time again, at a p99 of 15 instead of 4
 * ms; none of 46 with it (docs/adr/0030).
 *
 * With the second, the allocating thread alone collects young objects. Few survive, and it never
 * waits for a helper thread that itself waits for a processor. Effect: with
 * {@link lowerHelperThreadPriority}, p99 of keyed requests beside a flood of 2,000 requests per
 * second fell from 5.3 to 3.3 ms (docs/adr/0031).
 */
export const ENGINE_FLAGS = ['--no-allocation-site-pretenuring', '--no-parallel-scavenge'] as const

/** Returns the V8 flags for the command line of a child process that serves. */
export function engineFlags(): readonly string[] {
  return isTuned ? ENGINE_FLAGS : []
}

/**
 * Sets the V8 flags in this process, which npx or an operator starts without them: `NODE_OPTIONS`
 * does not allow them. Idempotent.
 */
function setEngineFlags(): void {
  for (const flag of engineFlags()) setFlagsFromString(flag)
}

/** Niceness of V8's helper threads and of worker threads. */
const THREAD_NICENESS = 10

const TASKS = '/proc/self/task'
const SELF = '/proc/thread-self'

/** Node's names of the threads for garbage collection and compilation. */
const HELPER = 'node-V8Worker'

/**
 * Lowers the priority of V8's helper threads, so that serving threads run first when processors are
 * scarce. Only where threads have priorities (Linux). Effect: see {@link ENGINE_FLAGS}.
 */
function lowerHelperThreadPriority(): void {
  if (!isTuned || !existsSync(TASKS)) return
  const behind = Math.max(getPriority(), THREAD_NICENESS)
  for (const task of readdirSync(TASKS)) {
    try {
      const name = readFileSync(`${TASKS}/${task}/comm`, 'utf8')
      if (name.startsWith(HELPER)) setPriority(Number(task), behind)
    } catch {
      // The thread has ended, or the system denies it.
    }
  }
}

/**
 * Returns the limits of a thread with a young generation of `youngMb` megabytes. Effect: 24 MB
 * instead of 4 for the thread that reads the history lowered p99 of keyed requests beside a flood
 * of 2,000 requests per second from 5.7 to 5.3 ms (docs/adr/0031).
 */
export function youngGeneration(youngMb: number): ResourceLimits {
  return isTuned ? { maxYoungGenerationSizeMb: youngMb } : {}
}

/**
 * Lowers the priority of this thread below the serving one, where threads have priorities (Linux).
 * One of the measures without which a flood made p99 of keyed requests 7 to 13 times that alone
 * (docs/performance.md).
 */
export function reniceThread(): void {
  if (isTuned && existsSync(SELF))
    setPriority(Number(basename(readlinkSync(SELF))), THREAD_NICENESS)
}

/** Niceness: about a third of the CPU time of a process with niceness 0, under contention. */
const COMMAND_NICENESS = 5

/**
 * Lowers the priority of this process for its lifetime, so that a long command does not slow down a
 * server on the same machine. Does nothing where the system does not permit it.
 */
export function lowerPriority(): void {
  if (!isTuned) return
  try {
    setPriority(COMMAND_NICENESS)
  } catch {
    // The priority is optional.
  }
}

/**
 * Enables Node's compile cache in a folder that only this user or root can write:
 * `node_modules/.cache/backline` where that can be made, else `compiled` in the data directory,
 * else nowhere; never in the system's temporary directory, Node's default. Where
 * `NODE_COMPILE_CACHE` has enabled it already, nothing changes: returns a warning for the operator
 * if others can write that folder. Effect: without it, compiling takes half of a start
 * (deploy/Dockerfile).
 */
function enableCompileCache(options: CompileCacheOptions): string | undefined {
  const enabled = module.getCompileCacheDir()
  if (enabled !== undefined) {
    return isOnlyOurs(dirname(enabled), options.uid)
      ? undefined
      : `NODE_COMPILE_CACHE is ${dirname(enabled)}, which other users can write or replace: they can run code as this user. ` +
          'Unset it, or set a directory that only this user or root can write.'
  }
  if (!isTuned) return undefined
  for (const folder of compileCacheFolders(options)) {
    const { status } = module.enableCompileCache(folder)
    if (status === module.constants.compileCacheStatus.ENABLED) return undefined
  }
  return undefined
}

/**
 * Returns the environment by which a thread or process without this one's environment finds the
 * compile cache; empty without a cache, and where other users could write it. Node adds a directory
 * for its version. Effect: a thread that compiles again takes 25 MB that are never freed.
 */
export function compileCache(): Readonly<Record<string, string>> {
  const enabled = module.getCompileCacheDir()
  if (!isTuned || enabled === undefined || !isOnlyOurs(dirname(enabled))) return {}
  return { NODE_COMPILE_CACHE: dirname(enabled) }
}

/** Writes the compile cache now: a killed process would lose it. */
export function flushCompileCache(): void {
  if (isTuned) module.flushCompileCache()
}

let collect: NodeJS.GCFunction | undefined

/**
 * Collects all garbage, and returns its pages to the operating system, which takes 0.1 s, or 1 s
 * with gigabytes. V8 retains garbage of a burst until it runs short, which a process that sheds
 * every request never does.
 */
export function collectGarbage(): void {
  if (!isTuned) return
  collect ??= findCollect()
  // Only this flavor also returns the pages to the operating system immediately.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/**
 * Returns V8's garbage collector function, which only contexts created under `--expose-gc` have. On
 * the command line, the flag would give it to all code of the process.
 */
function findCollect(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc')
  const found = runInNewContext('gc') as NodeJS.GCFunction
  setFlagsFromString('--no-expose-gc')
  return found
}
