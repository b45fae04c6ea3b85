import { readdirSync, readFileSync } from 'node:fs'
import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks'
import process from 'node:process'
import { getHeapStatistics } from 'node:v8'

/** Resources of this process. */
export interface ProcessState {
  readonly cpuS: number
  readonly residentBytes: number
  readonly heapUsedBytes: number
  readonly heapLimitBytes: number
  readonly externalBytes: number
  /** Unix time in seconds. */
  readonly startedAtS: number
  /** `undefined` on systems other than Linux. */
  readonly openFiles: number | undefined
  readonly openFilesMax: number | undefined
}

/** Kinds of garbage collection, by V8's number. */
const GC_KINDS: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weak',
}

/** Reads the resources of this process. Takes a fraction of a millisecond. */
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

/** Reports the kind and seconds of each garbage collection. Returns a function that stops it. */
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
  // The types lack the `detail` of entries of this kind.
  const { detail } = entry as PerformanceEntry & { readonly detail: { readonly kind: number } }
  return GC_KINDS[detail.kind]
}

function ofLinux<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    // Other systems have no /proc.
    return undefined
  }
}
