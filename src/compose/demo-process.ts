import process from 'node:process'
import type { DemoReport } from './make-demo-apart.ts'
import { makeDemoDataset } from './make-demo-dataset.ts'

// A process that makes the demo dataset: `demo-process.ts FOLDER SEED`. It tells the one that has started it how far it
// is, and ends with that one, at once: what is left of an unfinished demo is removed by the next change of the dataset.
const [dataDir = '', seed] = process.argv.slice(2)
const end = () => process.exit(1)
process.on('disconnect', end)
try {
  const onProgress = ({ region }: { readonly region: string }) => tell({ region })
  await makeDemoDataset({ dataDir }, { seed: Number(seed), onProgress })
} catch (error) {
  tell({ error: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
}
process.off('disconnect', end)
process.disconnect?.()

function tell(report: DemoReport): void {
  process.send?.(report)
}
