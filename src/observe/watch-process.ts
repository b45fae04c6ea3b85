import { readdirSync, readFileSync } from 'node:fs'
import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks'
import process from 'node:process'
import { getHeapStatistics } from 'node:v8'

/** What the operating system and the runtime give this process. */
export interface ProcessState {
  readonly cpuS: number
  readonly residentBytes: number
  readonly heapUsedBytes: number
  readonly heapLimitBytes: number
  readonly externalBytes: number
  /** Unix time in seconds. */
  readonly startedAtS: number
  /** `undefined` where the operating system does not say. */
  readonly openFiles: number | undefined
  readonly openFilesMax: number | undefined
}

/** Kinds of garbage collection by V8's numbers for them. */
const GC_KINDS: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weak',
}

/** Reads what this process uses. Takes a fraction of a millisecond. */
export function readProcess(nowMs: number): ProcessState {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed, external } = process.memoryUsage()
  return {
    cpuS: (user + system) / 1e6,
    residentBytes: rss,
    heapUsedBytes: heapUsed,
    heapLimitBytes: getHeapStatistics().heap_size_limit,
    externalBytes: external,
    startedAtS: nowMs / 1_000 - process.uptime(),
    openFiles: ofLinux(() => readdirSync('/proc/self/fd').length),
    openFilesMax: ofLinux(() => {
      const limits = readFileSync('/proc/self/limits', 'utf8')
      const soft = /^Max open files +(\d+)/m.exec(limits)?.[1]
      return soft === undefined ? undefined : Number(soft)
    }),
  }
}

/** Tells of every garbage collection, with its kind and the seconds it took, until the returned function is called. */
export function watchGarbageCollections(
  onCollected: (kind: string | undefined, seconds: number) => void,
): () => void {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) onCollected(kindOf(entry), entry.duration / 1_000)
  })
  observer.observe({ entryTypes: ['gc'] })
  return () => observer.disconnect()
}

function kindOf(entry: PerformanceEntry): string | undefined {
  // Its types know nothing of the detail that entries of this kind have.
  const { detail } = entry as PerformanceEntry & { readonly detail: { readonly kind: number } }
  return GC_KINDS[detail.kind]
}

function ofLinux<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    // There is no /proc on other systems.
    return undefined
  }
}
