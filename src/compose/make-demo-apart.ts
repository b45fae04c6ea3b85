import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { FillDemoHistoryOptions } from './fill-demo-history.ts'

/** What the process that makes the demo is told. */
export interface DemoOrder extends FillDemoHistoryOptions {
  readonly seed: number
  /** Whether it gets a history too. */
  readonly fills: boolean
}

/** What that process says: how far it is, and at the end what went wrong, if anything. */
export type DemoReport = { readonly part: string } | { readonly error: string }

/**
 * Makes the demo dataset of a data folder in a process of its own, because drawing its cards takes 300 MB that a process
 * does not give back. `onPart` hears each part as it is begun: the regions, and the history. Rejects with what went wrong.
 */
export async function makeDemoApart(
  order: DemoOrder,
  onPart: (part: string) => void,
): Promise<void> {
  const child = fork(new URL('demo-process.ts', import.meta.url), [JSON.stringify(order)])
  let told = ''
  let problem: string | undefined
  child.on('message', (report: DemoReport) => {
    if ('error' in report) problem = report.error
    else if (report.part !== told) onPart((told = report.part))
  })
  const [status, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (problem === undefined && status === 0) return
  throw new Error(problem ?? `The demo was not made: its process ended with ${status ?? signal}.`)
}
