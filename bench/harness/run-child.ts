import { subscribe } from 'node:diagnostics_channel'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import { descendantCpuUs } from './descendant-cpu.ts'
import type { LoopDelay, Queries, Options, Usage } from './start-child.ts'

/** Starts one program of a benchmark in this process. Returns its origin. */
export type StartProgram<Name extends string> = (
  name: Name,
  folder: string,
  settings: Options,
) => Promise<string>

/**
 * Runs the program that the command line names. Sends its origin to the parent, then answers each
 * {@link Queries query}: CPU time and number of responses, or event-loop delay. Exits with the
 * parent.
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
  // Ctrl-C reaches all processes of a benchmark, but none that this one started in its own group.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
  process.on('message', (query: keyof Queries) => process.send?.(replies[query]()))
  process.send?.(await start(name, folder, JSON.parse(settings) as Options))
}

/** Starts measuring with the first query, so that programs without one have no additional timer. */
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
