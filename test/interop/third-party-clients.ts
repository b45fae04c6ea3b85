import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { before, describe, it } from 'node:test'
import { fetchDocument } from '../fuzz/fetch-document.ts'
import { startFuzzTarget } from '../fuzz/fuzz-target.ts'
import { readDocument, type DocumentedOperation } from '../fuzz/read-document.ts'
import { writePairs, writePath } from '../fuzz/write-target.ts'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { documentForPrism } from './for-prism.ts'
import { callWithClients, generateClients } from './third-party-generators.ts'

// Tests third-party generators and proxies on the documents. They need TypeScript 5 and 130 MB, so
// only `npm run test:interop` installs them, in this folder.
const folder = temporaryFolder()

before(() => {
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', words, { cwd: import.meta.dirname, stdio: 'inherit' })
  assert.equal(status, 0, 'npm ci in test/interop/')
})

describe('generators', () => {
  it('create clients of every document, with the documented types', () => {
    generateClients(folder)
  })

  it('create clients that send lists as the server reads them', async () => {
    const target = await startFuzzTarget(folder)
    try {
      const ranks = await callWithClients(folder, target.origin, target.keys.full)
      assert.deepEqual(
        ranks,
        Array.from({ length: 4 }, () => [1, 2, 100]),
      )
    } finally {
      await target.stop()
    }
  })
})

describe('Prism as a validating proxy', () => {
  it('passes every example of the document, and accepts every answer', async () => {
    const target = await startFuzzTarget(folder)
    const document = documentForPrism(await fetchDocument(target.origin, '/api/open/openapi.json'))
    const file = join(folder, 'prism.json')
    writeFileSync(file, JSON.stringify(document))
    const prism = await startPrism(file, target.origin)
    try {
      const operations = readDocument(document as Readonly<Record<string, unknown>>)
      assert.equal(operations.length, 31)
      for (const operation of operations) {
        const path = exampleOf(operation)
        const { status, headers, body } = await send(prism.origin, path, {
          key: target.keys.full,
        })
        const { 'sl-violations': violations } = headers
        assert.equal(status, 200, `${path}\n${body.toString().slice(0, 500)}`)
        assert.equal(violations, undefined, path)
      }
      const circle = operations.find(({ id }) => id === 'getCircle')
      assert.ok(circle !== undefined)
      const wrong = exampleOf(circle).replace(/circleId=.*/, 'circleId=abc')
      const { status } = await send(prism.origin, wrong, { key: target.keys.full })
      assert.equal(status, 422, 'Prism reads the patterns of parameters')
    } finally {
      prism.stop()
      await target.stop()
    }
  })
})

/** Returns the request with the examples of an operation's parameters. */
function exampleOf(operation: DocumentedOperation): string {
  const values = new Map(
    operation.parameters.map(({ name, example }) => [name, [example].flat().map(String)]),
  )
  // The examples of lists in a path are one text with escaped commas, which every client may send.
  const path = writePath(operation, values, 'usual')
  const pairs = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap((one) => writePairs(one, values.get(one.name) ?? [], 'usual'))
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}

async function startPrism(file: string, origin: string) {
  const port = 20_000 + (process.pid % 20_000)
  const program = join(import.meta.dirname, 'node_modules', '.bin', 'prism')
  const child = spawn(program, ['proxy', file, origin, '--errors', '-p', String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const [text] of dataOf(child.stdout)) if (text.includes('is listening')) break
  child.stdout.resume()
  return { origin: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}

async function* dataOf(stream: NodeJS.ReadableStream): AsyncGenerator<[string]> {
  while (true) {
    const [chunk] = (await once(stream, 'data')) as [Buffer]
    yield [chunk.toString()]
  }
}
