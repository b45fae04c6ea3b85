import process from 'node:process'
import { fillDemoHistory } from './fill-demo-history.ts'
import type { DemoOrder, DemoReport } from './make-demo-apart.ts'
import { makeDemoDataset } from './make-demo-dataset.ts'
import { systemClock } from './system-clock.ts'

// A process that makes the demo dataset: `demo-process.ts ORDER`, which is JSON. It tells the one that has started it how far it
// is, and ends with that one, at once: what is left of an unfinished demo is removed by the next change of the dataset.
const order = JSON.parse(process.argv[2] ?? '') as DemoOrder
const end = () => process.exit(1)
process.on('disconnect', end)
try {
  const onProgress = ({ region }: { readonly region: string }) => tell({ part: region })
  await makeDemoDataset(order, { seed: order.seed, onProgress })
  if (order.fills) {
    tell({ part: 'the history of its events' })
    await fillDemoHistory(order, systemClock)
  }
} catch (error) {
  tell({ error: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
}
process.off('disconnect', end)
process.disconnect?.()

function tell(report: DemoReport): void {
  process.send?.(report)
}
