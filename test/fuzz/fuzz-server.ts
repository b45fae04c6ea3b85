import process from 'node:process'
import { parseArgs } from 'node:util'
import { DOCUMENT_PATHS, fetchDocument } from './fetch-document.ts'
import { runFuzz } from './run-fuzz.ts'

// Fuzzes a running server by the documents that it serves: `npm run fuzz -- --key KEY`. The key
// should have every scope and region and very high limits; otherwise most valid requests are 429.
const { values } = parseArgs({
  options: {
    origin: { type: 'string', default: 'http://127.0.0.1:8787' },
    key: { type: 'string' },
    requests: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    concurrency: { type: 'string', default: '4' },
  },
})
const { origin, key } = values
if (key === undefined) throw new Error('Pass a key: --key KEY.')
const [requests, seed, concurrency] = [values.requests, values.seed, values.concurrency].map(
  Number,
) as [number, number, number]

for (const path of DOCUMENT_PATHS) {
  const { findings, byStatus, valid, ...report } = await runFuzz({
    origin,
    document: await fetchDocument(origin, path),
    keys: { full: key },
    requests,
    seed,
    concurrency,
    // The gateway or the stores of a running server may fail in documented ways.
    faultsAllowed: true,
    onProgress: (done) => {
      if (done % 10_000 === 0) process.stderr.write(`${path}: ${done} requests\n`)
    },
  })
  process.stdout.write(
    `${path}: seed ${seed}, ${report.requests} requests, ${valid} of them valid, ${JSON.stringify(byStatus)}\n`,
  )
  for (const finding of findings) process.stdout.write(`\n${finding}\n`)
  if (findings.length > 0) process.exitCode = 1
}
