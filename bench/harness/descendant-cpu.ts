import { existsSync, readdirSync, readFileSync } from 'node:fs'

const HAS_PROC = existsSync('/proc/self/schedstat')

/**
 * Returns the CPU time of all threads of the descendants of a process, in microseconds, as the
 * Linux kernel counts it; 0 without `/proc`. Omits the last few milliseconds of running threads.
 */
export function descendantCpuUs(pid: number): number {
  if (!HAS_PROC) return 0
  return childrenOf(pid).reduce((sum, child) => sum + cpuUs(child) + descendantCpuUs(child), 0)
}

/** Returns the CPU time of a process and its descendants, in microseconds; 0 without `/proc`. */
export function processCpuUs(pid: number): number {
  return HAS_PROC ? cpuUs(pid) + descendantCpuUs(pid) : 0
}

function cpuUs(pid: number): number {
  const ns = threadsOf(pid).map((folder) =>
    Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]),
  )
  return ns.reduce((sum, one) => sum + one, 0) / 1_000
}

function childrenOf(pid: number): readonly number[] {
  const words = threadsOf(pid).map((folder) => readFileSync(`${folder}/children`, 'utf8'))
  return words
    .join(' ')
    .split(' ')
    .filter((word) => word !== '')
    .map(Number)
}

function threadsOf(pid: number): readonly string[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`)
}
