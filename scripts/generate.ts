import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { format } from 'prettier'
import { DATA_FILE_NAMES } from '../src/dataset/transfer/data-files.ts'
import { MASTER_FILE_NAMES } from '../src/history/master-data/master-files.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { brunoCollection } from './clients/bruno-collection.ts'
import { collectionFolders } from './clients/collection-requests.ts'
import { postmanCollection } from './clients/postman-collection.ts'
import { asyncImports, renderAsyncMethods } from './clients/python-async.ts'
import { pythonErrors } from './clients/python-errors.ts'
import { pythonMessages } from './clients/python-messages.ts'
import { publicPythonMethods, pythonMethods, renderMethods } from './clients/python-operations.ts'
import { dataFileExamples, dataFilesTable, dataFileSchema } from './dataset-documents.ts'
import {
  faultsTable,
  labelsTable,
  metricsTable,
  operationsTable,
  publicOperationsTable,
  settingsTable,
} from './document-tables.ts'
import { FONT_COVERAGE, fontCoverage } from './font-coverage.ts'
import { licensesList } from './licenses.ts'
import { masterFileExamples, masterFileSchema, masterFilesTable } from './master-data-documents.ts'
import { openApiDocuments } from './openapi-documents.ts'
import { accuracyPicture, accuracyTables, publishedBacktest } from './prediction-documents.ts'
import { typescriptClientFiles } from './clients/typescript-files.ts'

// Generates files, and the marked parts of documents, from the code. With `--check` it writes
// nothing and fails when a file is outdated.
const ROOT = join(import.meta.dirname, '..')
const onlyCheck = process.argv.includes('--check')

await replaceTable('docs/using-the-api.md', 'operations', operationsTable())
await replaceTable('docs/public-data.md', 'public operations', publicOperationsTable())
await replaceTable('docs/configuration.md', 'settings', settingsTable())
await replaceTable('docs/simulator.md', 'faults', faultsTable())
await replaceTable('docs/metrics.md', 'metrics', metricsTable())
await replaceTable('docs/metrics.md', 'labels', labelsTable())
await replaceTable('docs/dataset.md', 'files', dataFilesTable())
await replaceTable('docs/dataset.md', 'examples', dataFileExamples())
await replaceTable('docs/master-data.md', 'master files', masterFilesTable())
await replaceTable('docs/master-data.md', 'master examples', masterFileExamples())
const backtest = publishedBacktest()
await replaceTable('docs/predictions.md', 'accuracy', accuracyTables(backtest))
writeGenerated('docs/images/prediction-accuracy.svg', accuracyPicture(backtest))
await replaceTable('NOTICE.md', 'licenses', licensesList())
writeGenerated(
  'sbom.cdx.json',
  await format(JSON.stringify(billOfMaterials()), { parser: 'json', printWidth: 100 }),
)
writeGenerated(FONT_COVERAGE, await format(fontCoverage(), { parser: 'json', printWidth: 100 }))
for (const name of DATA_FILE_NAMES) {
  const schema = await format(dataFileSchema(name), { parser: 'json', printWidth: 100 })
  writeGenerated(`docs/dataset/${name}.schema.json`, schema)
}
for (const name of MASTER_FILE_NAMES) {
  const schema = await format(masterFileSchema(name), { parser: 'json', printWidth: 100 })
  writeGenerated(`docs/master-data/${name}.schema.json`, schema)
}
const documents = await openApiDocuments()
for (const [file, document] of Object.entries(documents)) {
  writeGenerated(file, await format(JSON.stringify(document), { parser: 'json', printWidth: 100 }))
}
for (const [file, text] of Object.entries(typescriptClientFiles())) {
  writeGenerated(
    file,
    await format(text, { parser: 'typescript', printWidth: 100, semi: false, singleQuote: true }),
  )
}

const folders = collectionFolders(documents['openapi.json'])
writeGenerated(
  'client/postman/backline.postman_collection.json',
  await format(JSON.stringify(postmanCollection(folders)), { parser: 'json', printWidth: 100 }),
)
for (const [file, text] of Object.entries(brunoCollection(folders))) {
  writeGenerated(
    `client/bruno/${file}`,
    file.endsWith('.json') ? await format(text, { parser: 'json', printWidth: 100 }) : text,
  )
}
const [keyedMethods, publicMethods] = [pythonMethods(), publicPythonMethods()]
replaceCode('client/python/backline.py', {
  messages: pythonMessages(),
  errors: pythonErrors(),
  operations: renderMethods(keyedMethods),
  'public operations': renderMethods(publicMethods),
})
replaceCode('client/python/backline_async.py', {
  names: asyncImports([...keyedMethods, ...publicMethods]),
  'async operations': renderAsyncMethods([...keyedMethods, ...publicMethods]),
})

/** Replaces the code between the comments that name each section of a file. */
function replaceCode(file: string, sections: Readonly<Record<string, string>>): void {
  const old = readFileSync(join(ROOT, file), 'utf8')
  const text = Object.entries(sections).reduce((before, [name, code]) => {
    const [head = '', tail = ''] = before.split(
      new RegExp(`(?<=# --- ${name}: .*\n)[^]*(?=^ *# --- ${name} end)`, 'm'),
    )
    const gap = code.startsWith(' ') ? '\n' : '\n\n'
    return `${head}${gap}${code}\n${gap}${tail}`
  }, old)
  writeGenerated(file, text)
}

/** Replaces the table between the comments that name it. */
async function replaceTable(file: string, marker: string, table: string): Promise<void> {
  const old = readFileSync(join(ROOT, file), 'utf8')
  const parts = old.split(new RegExp(`<!-- ${marker}(?: end)? -->`))
  const [before, after] = [parts.at(0), parts.at(-1)]
  const text = `${before}<!-- ${marker} -->\n\n${table}\n\n<!-- ${marker} end -->${after}`
  const style = { printWidth: 100, semi: false, singleQuote: true }
  writeGenerated(file, await format(text, { parser: 'markdown', ...style }))
}

function writeGenerated(file: string, content: string): void {
  const path = join(ROOT, file)
  if (existsSync(path) && readFileSync(path, 'utf8') === content) return
  if (onlyCheck) {
    process.stderr.write(`${file} is outdated; run npm run generate.\n`)
    process.exitCode = 1
  } else {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
}
