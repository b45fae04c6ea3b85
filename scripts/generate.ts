import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { format } from 'prettier'
import { DATA_FILE_NAMES } from '../src/gateways/embedded/transfer/data-files.ts'
import { buildLibraries } from './build-libraries.ts'
import { buildPages } from './build-pages.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { brunoCollection } from './clients/bruno-collection.ts'
import { collectionFolders } from './clients/collection-requests.ts'
import { postmanCollection } from './clients/postman-collection.ts'
import { pythonErrors } from './clients/python-errors.ts'
import { pythonMessages } from './clients/python-messages.ts'
import { pythonOperations } from './clients/python-operations.ts'
import { dataFileExamples, dataFilesTable, dataFileSchema } from './dataset-documents.ts'
import {
  faultsTable,
  labelsTable,
  metricsTable,
  operationsTable,
  publicOperationsTable,
  settingsTable,
} from './document-tables.ts'
import { licencesList } from './licences.ts'
import { openApiDocuments } from './openapi-documents.ts'
import { typescriptClientFiles } from './clients/typescript-files.ts'

// Writes what documents say about the code, from the code: the parts between their markers. With `--check` it writes
// nothing and fails when it would.
const ROOT = join(import.meta.dirname, '..')
const onlyCheck = process.argv.includes('--check')

await bring('docs/using-the-api.md', 'operations', operationsTable())
await bring('docs/public-data.md', 'public operations', publicOperationsTable())
await bring('docs/configuration.md', 'settings', settingsTable())
await bring('docs/simulator.md', 'faults', faultsTable())
await bring('docs/metrics.md', 'metrics', metricsTable())
await bring('docs/metrics.md', 'labels', labelsTable())
await bring('docs/dataset.md', 'files', dataFilesTable())
await bring('docs/dataset.md', 'examples', dataFileExamples())
await bring('NOTICE.md', 'licences', licencesList())
keep(
  'sbom.cdx.json',
  await format(JSON.stringify(billOfMaterials()), { parser: 'json', printWidth: 100 }),
)
for (const name of DATA_FILE_NAMES) {
  const made = await format(dataFileSchema(name), { parser: 'json', printWidth: 100 })
  keep(`docs/dataset/${name}.schema.json`, made)
}
const documents = await openApiDocuments()
for (const [file, document] of Object.entries(documents)) {
  keep(file, await format(JSON.stringify(document), { parser: 'json', printWidth: 100 }))
}
for (const [file, text] of Object.entries(typescriptClientFiles())) {
  keep(
    file,
    await format(text, { parser: 'typescript', printWidth: 100, semi: false, singleQuote: true }),
  )
}

const bundles = { ...(await buildLibraries()), ...(await buildPages()) }
for (const [file, text] of Object.entries(bundles)) keep(file, text)
for (const folder of ['libraries/built', 'web/built']) keepNoOther(folder, bundles)

const folders = collectionFolders(documents['openapi.json'])
keep(
  'client/postman/backline.postman_collection.json',
  await format(JSON.stringify(postmanCollection(folders)), { parser: 'json', printWidth: 100 }),
)
for (const [file, text] of Object.entries(brunoCollection(folders))) {
  keep(
    `client/bruno/${file}`,
    file.endsWith('.json') ? await format(text, { parser: 'json', printWidth: 100 }) : text,
  )
}
bringCode('client/python/backline.py', {
  messages: pythonMessages(),
  errors: pythonErrors(),
  operations: pythonOperations(),
})

/** Brings code between the comments that name each piece, all pieces of a file at once. */
function bringCode(file: string, pieces: Readonly<Record<string, string>>): void {
  const old = readFileSync(join(ROOT, file), 'utf8')
  const text = Object.entries(pieces).reduce((before, [name, code]) => {
    const [head = '', tail = ''] = before.split(
      new RegExp(`(?<=# --- ${name}: .*\n)[^]*(?=^ *# --- ${name} end)`, 'm'),
    )
    const gap = code.startsWith(' ') ? '\n' : '\n\n'
    return `${head}${gap}${code}\n${gap}${tail}`
  }, old)
  keep(file, text)
}

async function bring(file: string, marker: string, table: string): Promise<void> {
  const old = readFileSync(join(ROOT, file), 'utf8')
  const parts = old.split(new RegExp(`<!-- ${marker}(?: end)? -->`))
  const [before, after] = [parts.at(0), parts.at(-1)]
  const text = `${before}<!-- ${marker} -->\n\n${table}\n\n<!-- ${marker} end -->${after}`
  keep(file, await format(text, { parser: 'markdown', printWidth: 100 }))
}

/** Removes what the bundler made under a name that it gives no more. */
function keepNoOther(folder: string, made: Readonly<Record<string, string>>): void {
  for (const name of readdirSync(join(ROOT, folder))) {
    const file = `${folder}/${name}`
    if (Object.hasOwn(made, file)) continue
    if (onlyCheck) {
      process.stderr.write(`${file} is nothing that the code makes.\n`)
      process.exitCode = 1
    } else rmSync(join(ROOT, file))
  }
}

function keep(file: string, made: string): void {
  const path = join(ROOT, file)
  if (existsSync(path) && readFileSync(path, 'utf8') === made) return
  if (onlyCheck) {
    process.stderr.write(`${file} is not what the code makes.\n`)
    process.exitCode = 1
  } else {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, made)
  }
}
