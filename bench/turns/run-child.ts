import { subscribe } from 'node:diagnostics_channel'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import { descendantCpuUs } from './descendant-cpu.ts'
import type { LoopDelay, Questions, Settings, Usage } from './start-child.ts'

/** Starts one program of a question in this process. Returns its origin. */
export type StartProgram<Name extends string> = (
  name: Name,
  folder: string,
  settings: Settings,
) => Promise<string>

/**
 * Makes this process one program of a bench, as its command line says: it says its origin, and then, whenever it is
 * asked, how much CPU time the operating system has given it and how much it has answered, or how late its event loop
 * was. It ends with its parent.
 */
export async function runChild<Name extends string>(start: StartProgram<Name>): Promise<void> {
  const [name, folder, settings] = process.argv.slice(2) as [Name, string, string]
  let answers = 0
  subscribe('http.server.response.finish', () => void (answers += 1))
  const usage = (): Usage => {
    const { user, system } = process.cpuUsage()
    return { cpuUs: user + system + descendantCpuUs(process.pid), answers }
  }
  const replies = { usage, loopDelay: createLoopDelay() }
  process.on('disconnect', () => process.exit(0))
  // Ctrl-C reaches all processes of a bench, but not what this one has started in a group of its own.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
  process.on('message', (question: keyof Questions) => process.send?.(replies[question]()))
  process.send?.(await start(name, folder, JSON.parse(settings) as Settings))
}

/** Begins to measure when it is first asked, so that a program that is not asked has no timer that others lack. */
function createLoopDelay(): () => LoopDelay {
  let histogram: ReturnType<typeof monitorEventLoopDelay> | undefined
  return () => {
    if (histogram === undefined) {
      histogram = monitorEventLoopDelay({ resolution: 1 })
      histogram.enable()
    }
    const { max } = histogram
    const delay = { p99Ms: histogram.percentile(99) / 1e6, maxMs: max / 1e6 }
    histogram.reset()
    return delay
  }
}
