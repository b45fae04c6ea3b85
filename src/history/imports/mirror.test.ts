import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { fetchFile, listUrls, parseList } from './mirror.ts'

const SHA256 = 'a'.repeat(64)
const NAME = `jp-2026-11-20-${SHA256}.ndjson.gz`
const clock = createManualClock(0)

let answer: RequestListener = () => {}
const server = createServer((request, response) => answer(request, response))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/public/v1/game/jp/exports`
after(() => {
  server.closeAllConnections()
  server.close()
})

const listOf = (...files: readonly object[]) => JSON.stringify({ files })
const read = () => parseList(url, clock)
const fetchAll = async (bytes: number) =>
  Buffer.concat(
    await Array.fromAsync(
      fetchFile({ name: NAME, sha256: SHA256, bytes, url: `${url}/${NAME}` }, clock),
    ),
  )

describe('the list of another instance', () => {
  it('has the URL itself, or those of all regions for an origin', () => {
    assert.deepEqual(
      listUrls('https://data.example.org'),
      ['tw', 'jp', 'en', 'kr'].map(
        (region) => `https://data.example.org/api/public/v1/game/${region}/exports`,
      ),
    )
    assert.deepEqual(listUrls(`${url}/?x=1`), [url])
  })

  it('contains files whose URLs are below that of the list', async () => {
    answer = (_, response) => response.end(listOf({ file: NAME, sha256: SHA256, bytes: 3 }))
    assert.deepEqual(await read(), [
      { name: NAME, sha256: SHA256, bytes: 3, url: `${url}/${NAME}` },
    ])
    answer = (_, response) => response.end('one')
    assert.equal(String(await fetchAll(3)), 'one')
  })

  it('may be empty', async () => {
    answer = (_, response) => response.end('{}')
    assert.deepEqual(await read(), [])
  })

  const hostile: Readonly<Record<string, string>> = {
    'invalid JSON': '<html>',
    'no list': '[]',
    'a name with a path': listOf({ file: '../../etc/passwd', sha256: SHA256, bytes: 1 }),
    'a name of another hash': listOf({ file: NAME, sha256: 'b'.repeat(64), bytes: 1 }),
    'a file without bytes': listOf({ file: NAME, sha256: SHA256, bytes: 0 }),
    'a file that is too large': listOf({ file: NAME, sha256: SHA256, bytes: 1e12 }),
    'too long a list': ' '.repeat(5_000_000),
  }
  for (const [what, text] of Object.entries(hostile)) {
    it(`is rejected with ${what}`, async () => {
      answer = (_, response) => response.end(text)
      await assert.rejects(read(), { name: 'ExportProblem' })
    })
  }

  it('is rejected after a redirect or an error status', async () => {
    answer = (_, response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()
    await assert.rejects(read(), /The download failed/)
    answer = (_, response) => response.writeHead(500).end()
    await assert.rejects(read(), /status 500/)
  })

  it('rejects a file with more or fewer bytes than listed', async () => {
    answer = (_, response) => response.end('four')
    await assert.rejects(fetchAll(3), /more than 3 bytes/)
    await assert.rejects(fetchAll(5), /fewer bytes than listed/)
  })

  it('is requested again after Retry-After, up to two minutes', async () => {
    const requests: string[] = []
    answer = (request, response) => {
      requests.push(request.url ?? '')
      if (requests.length > 2) response.end('{}')
      else response.writeHead(429, { 'Retry-After': '7' }).end()
    }
    const done = read()
    while (requests.length < 3) {
      await new Promise(setImmediate)
      clock.advance(1_000)
    }
    assert.deepEqual(await done, [])
    answer = (_, response) => response.writeHead(503, { 'Retry-After': '3600' }).end()
    await assert.rejects(read(), /status 503/)
  })

  it('times out after 30 seconds without data', async () => {
    const requested = Promise.withResolvers<void>()
    answer = (_, response) => {
      response.write('{')
      requested.resolve()
    }
    const done = assert.rejects(read(), /sent nothing for 30 seconds/)
    await requested.promise
    clock.advance(30_000)
    await done
    assert.equal(clock.pending, 0)
  })
})
