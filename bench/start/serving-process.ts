import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { processCpuUs } from '../turns/descendant-cpu.ts'

/** A process that was started and has said where it listens. */
export interface ServingProcess {
  readonly origin: string
  /** Milliseconds from its start to that word. */
  readonly readyMs: number
  /** Megabytes (10⁶) of memory it has now; undefined where the system does not say. */
  memoryMb(): number | undefined
  /** Microseconds of CPU time that it and its workers have used so far; 0 where the system does not say. */
  cpuUs(): number
  end(): Promise<void>
}

/** Starts Node with `args` and waits until it says an origin on standard error. Throws with what it said when it ends instead. */
export async function startServing(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<ServingProcess> {
  const startMs = performance.now()
  const child = spawn(process.execPath, [...args], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const gone = once(child, 'exit')
  const { promise: said, resolve, reject } = Promise.withResolvers<string>()
  let words = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words += text
    const origin = /(http:\/\/127\.0\.0\.1:\d+)/.exec(words)?.[1]
    if (origin !== undefined) resolve(origin)
  })
  child.once('exit', () => reject(new Error(`It has ended, saying:\n${words}`)))
  const origin = await said
  return {
    origin,
    readyMs: performance.now() - startMs,
    memoryMb: () => residentMb(child.pid ?? 0),
    cpuUs: () => processCpuUs(child.pid ?? 0),
    end: async () => {
      child.kill()
      await gone
    },
  }
}

function residentMb(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
    return kib === undefined ? undefined : (Number(kib) * 1_024) / 1_000_000
  } catch {
    // Not Linux.
    return undefined
  }
}
