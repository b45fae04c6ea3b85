import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { processCpuUs } from '../harness/descendant-cpu.ts'

/** A started server process that has printed its origin. */
export interface ServingProcess {
  readonly origin: string
  /** Milliseconds from its start until it printed its origin. */
  readonly readyMs: number
  /** Resident memory in megabytes (10⁶); `undefined` when unknown. */
  memoryMb(): number | undefined
  /** CPU time of the process and its workers so far, in microseconds; 0 when unknown. */
  cpuUs(): number
  end(): Promise<void>
}

/**
 * Starts Node with `args` and resolves when it prints an origin to standard error. Rejects with its
 * output when it exits before.
 */
export async function startServing(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<ServingProcess> {
  const startMs = performance.now()
  const child = spawn(process.execPath, [...args], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  const { promise: printed, resolve, reject } = Promise.withResolvers<string>()
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
    const origin = /(http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1]
    if (origin !== undefined) resolve(origin)
  })
  child.once('exit', () => reject(new Error(`The server exited before it was ready:\n${output}`)))
  const origin = await printed
  return {
    origin,
    readyMs: performance.now() - startMs,
    memoryMb: () => residentMb(child.pid ?? 0),
    cpuUs: () => processCpuUs(child.pid ?? 0),
    end: async () => {
      child.kill()
      await exited
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
