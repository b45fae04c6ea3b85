import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { fetchFile, listUrls, readList } from './mirror.ts'

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
const read = () => readList(url, clock)
const fetchAll = async (bytes: number) =>
  Buffer.concat(
    await Array.fromAsync(
      fetchFile({ name: NAME, sha256: SHA256, bytes, url: `${url}/${NAME}` }, clock),
    ),
  )

describe('another instance', () => {
  it('is all of its regions, or the one list that is named', () => {
    assert.deepEqual(
      listUrls('https://data.example.org'),
      ['tw', 'jp', 'en', 'kr'].map(
        (region) => `https://data.example.org/api/public/v1/game/${region}/exports`,
      ),
    )
    assert.deepEqual(listUrls(`${url}/?x=1`), [url])
  })

  it('lists files that are fetched beside the list', async () => {
    answer = (_, response) => response.end(listOf({ file: NAME, sha256: SHA256, bytes: 3 }))
    assert.deepEqual(await read(), [
      { name: NAME, sha256: SHA256, bytes: 3, url: `${url}/${NAME}` },
    ])
    answer = (_, response) => response.end('one')
    assert.equal(String(await fetchAll(3)), 'one')
  })

  it('may have none', async () => {
    answer = (_, response) => response.end('{}')
    assert.deepEqual(await read(), [])
  })

  const hostile: Readonly<Record<string, string>> = {
    'no JSON': '<html>',
    'no list': '[]',
    'a name that leads elsewhere': listOf({ file: '../../etc/passwd', sha256: SHA256, bytes: 1 }),
    'a name of another hash': listOf({ file: NAME, sha256: 'b'.repeat(64), bytes: 1 }),
    'a file without bytes': listOf({ file: NAME, sha256: SHA256, bytes: 0 }),
    'a file without end': listOf({ file: NAME, sha256: SHA256, bytes: 1e12 }),
    'too long a list': ' '.repeat(5_000_000),
  }
  for (const [what, text] of Object.entries(hostile)) {
    it(`is refused with ${what}`, async () => {
      answer = (_, response) => response.end(text)
      await assert.rejects(read(), { name: 'ExportProblem' })
    })
  }

  it('is refused when it sends us elsewhere, or has trouble', async () => {
    answer = (_, response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()
    await assert.rejects(read(), /It cannot be read/)
    answer = (_, response) => response.writeHead(500).end()
    await assert.rejects(read(), /It answers with status 500/)
  })

  it('gives as many bytes of a file as it has listed', async () => {
    answer = (_, response) => response.end('four')
    await assert.rejects(fetchAll(3), /It gives more than 3 bytes/)
    await assert.rejects(fetchAll(5), /It gives fewer bytes than its list says/)
  })

  it('is waited for where it asks for that, a few times', async () => {
    const asked: string[] = []
    answer = (_, response) => {
      asked.push('once')
      if (asked.length > 2) response.end('{}')
      else response.writeHead(429, { 'Retry-After': '7' }).end()
    }
    const done = read()
    while (asked.length < 3) {
      await new Promise(setImmediate)
      clock.advance(1_000)
    }
    assert.deepEqual(await done, [])
    answer = (_, response) => response.writeHead(503, { 'Retry-After': '3600' }).end()
    await assert.rejects(read(), /It answers with status 503/)
  })

  it('is given up when it says nothing for half a minute', async () => {
    const asked = Promise.withResolvers<void>()
    answer = (_, response) => {
      response.write('{')
      asked.resolve()
    }
    const done = assert.rejects(read(), /It says nothing any more/)
    await asked.promise
    clock.advance(30_000)
    await done
    assert.equal(clock.pending, 0)
  })
})
