import { systemClock } from '../platform/time/system-clock.ts'
import { serveCalls } from '../platform/workers/serve-calls.ts'
import { createDemoDatasetFile } from './demo-dataset-file.ts'
import type { DemoApi, DemoPart } from './demo-worker.ts'
import { fillDemoHistory } from './fill-demo-history.ts'

// Entry of the process that creates the demo. It exits immediately when its parent does; the next
// change of the dataset removes the unfinished file.

serveCalls<DemoApi, undefined, DemoPart>((_, { report }) => ({
  createDemo: async (command) => {
    const onProgress = ({ region }: { readonly region: string }) => report(region)
    await createDemoDatasetFile(command, { seed: command.seed, onProgress })
    if (command.fillsHistory) {
      report('the history of its events')
      await fillDemoHistory(command, systemClock)
    }
  },
}))
