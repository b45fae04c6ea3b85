import assert from 'node:assert/strict'
import process from 'node:process'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { isLongRun } from '../harness/is-long-run.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { drawRequests } from './draw-requests.ts'
import { DOCUMENT_PATHS, fetchDocument } from './fetch-document.ts'
import { startFuzzTarget, startRemoteFuzzTarget, type FuzzTarget } from './fuzz-target.ts'
import { readDocument } from './read-document.ts'
import { runFuzz } from './run-fuzz.ts'

const fixedSeed = process.env['FUZZ_SEED']
const drawn = isLongRun ? Math.floor(Math.random() * 2 ** 31) : 1
const seed = fixedSeed === undefined ? drawn : Number(fixedSeed)

/** Number of requests for each document. */
const REQUESTS: Readonly<Record<(typeof DOCUMENT_PATHS)[number], number>> = isLongRun
  ? {
      '/api/open/openapi.json': 1_000_000,
      '/api/open/openapi-3.0.json': 20_000,
      '/api/developer/openapi.json': 20_000,
      '/api/public/openapi.json': 200_000,
    }
  : {
      '/api/open/openapi.json': 2_000,
      '/api/open/openapi-3.0.json': 200,
      '/api/developer/openapi.json': 200,
      '/api/public/openapi.json': 1_000,
    }

const folder = temporaryFolder()
let target: FuzzTarget

before(async () => {
  target = await startFuzzTarget(folder)
})
after(() => target.stop())

describe(`requests generated from the document alone (FUZZ_SEED=${seed})`, () => {
  for (const path of DOCUMENT_PATHS) {
    it(`are answered as ${path} documents: ${REQUESTS[path].toLocaleString('en')} requests`, async (t) => {
      const document = await fetchDocument(target.origin, path)
      const { findings, found, valid, requests, byStatus } = await runFuzz({
        origin: target.origin,
        document,
        keys: target.keys,
        requests: REQUESTS[path],
        seed,
        concurrency: 4,
        onProgress: (done) => {
          if (done % 50_000 === 0) process.stderr.write(`${path}: ${done} requests\n`)
        },
      })
      assert.deepEqual(findings, [])
      assert.deepEqual(target.faults, [])
      t.diagnostic(`${requests} requests, ${valid} of them valid: ${JSON.stringify(byStatus)}`)
      // A fuzzer whose requests are all rejected proves nothing.
      const operations = readDocument(document)
      if (requests >= 50 * operations.length) {
        const missed = operations.map(({ id }) => id).filter((id) => !found.has(id))
        // With fifty attempts each, one seed in a few hundred never hits an operation that is hard
        // to guess.
        assert.ok(missed.length <= (isLongRun ? 0 : 1), missed.join())
      }
    })
  }

  it('are answered alike when the data come from a gateway', async () => {
    const remote = await startRemoteFuzzTarget(folder)
    try {
      const { findings, found } = await runFuzz({
        origin: remote.origin,
        document: await fetchDocument(remote.origin, '/api/open/openapi.json'),
        keys: remote.keys,
        requests: isLongRun ? 100_000 : 1_500,
        seed,
        concurrency: 4,
      })
      assert.deepEqual(findings, [])
      assert.deepEqual(remote.faults, [])
      assert.ok(found.size > 20, `${found.size} operations found something`)
    } finally {
      await remote.stop()
    }
  })

  it('are the same for the same seed', async () => {
    const document = await fetchDocument(target.origin, '/api/open/openapi.json')
    const draw = (from: number) =>
      fc
        .sample(drawRequests(readDocument(document), target.keys), { seed: from, numRuns: 200 })
        .map(({ method, target: path }) => `${method} ${path}`)
    assert.deepEqual(draw(seed), draw(seed))
    assert.notDeepEqual(draw(seed), draw(seed + 1))
  })
})
