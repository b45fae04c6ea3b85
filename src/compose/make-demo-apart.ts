import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Config } from '../config.ts'

/** What the process that makes the demo says: how far it is, and at the end what went wrong, if anything. */
export type DemoReport = { readonly region: string } | { readonly error: string }

/**
 * Makes the demo dataset of a data folder in a process of its own, because drawing its cards takes 300 MB that a process
 * does not give back. `onRegion` hears each region as it is begun. Rejects with what went wrong.
 */
export async function makeDemoApart(
  { dataDir }: Pick<Config, 'dataDir'>,
  seed: number,
  onRegion: (region: string) => void,
): Promise<void> {
  const child = fork(new URL('demo-process.ts', import.meta.url), [dataDir, String(seed)])
  let told = ''
  let problem: string | undefined
  child.on('message', (report: DemoReport) => {
    if ('error' in report) problem = report.error
    else if (report.region !== told) onRegion((told = report.region))
  })
  const [status, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (problem === undefined && status === 0) return
  throw new Error(problem ?? `The demo was not made: its process ended with ${status ?? signal}.`)
}
