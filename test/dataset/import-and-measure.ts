import process from 'node:process'
import { importData } from '../../src/dataset/transfer/import-data.ts'

// Imports what it is told into the dataset it is told, and says what came of it and how much memory
// that took at most.
const [file = '', ...paths] = process.argv.slice(2)
const files = await importData({ file, paths })
const { maxRSS } = process.resourceUsage()
process.stdout.write(JSON.stringify({ files, mostMiB: maxRSS / 1_024 }))
