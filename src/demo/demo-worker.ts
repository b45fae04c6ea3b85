import { systemClock } from '../platform/time/system-clock.ts'
import { childEnvironment } from '../platform/workers/child-environment.ts'
import { startProcess } from '../platform/workers/start-worker.ts'
import { WorkerClient } from '../platform/workers/worker-client.ts'
import type { FillDemoHistoryOptions } from './fill-demo-history.ts'

/** The command to the process that creates the demo. */
export interface DemoCommand extends FillDemoHistoryOptions {
  readonly seed: number
  /** Whether to create a history too. */
  readonly fillsHistory: boolean
}

/** The methods of the process. */
export interface DemoApi {
  createDemo(command: DemoCommand): Promise<void>
}

/** The part of the demo that the process creates now, as text. */
export type DemoPart = string

/**
 * Creates the demo dataset of a data directory in a process of its own, because drawing cards needs
 * 300 MB that a process does not release. Calls `onPart` at the start of each part: the regions,
 * and the history. Rejects with the error of the process.
 */
export async function createDemoInWorker(
  command: DemoCommand,
  onPart: (part: DemoPart) => void,
): Promise<void> {
  const url = new URL('demo-worker-entry.ts', import.meta.url)
  const worker = new WorkerClient<DemoApi, DemoPart>({
    name: 'The demo',
    clock: systemClock,
    start: () => startProcess(url, { environment: childEnvironment() }),
    waitingMax: 0,
  })
  let current = ''
  const onEvent = (part: DemoPart) => {
    if (part !== current) onPart((current = part))
  }
  try {
    await worker.call('createDemo', [command], { onEvent })
  } finally {
    await worker.close()
  }
}
