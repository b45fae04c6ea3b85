import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { onePixel } from '../../../test/dataset/data-folder.ts'
import {
  always,
  rawAnswer,
  startStubGateway,
  type StubAnswer,
  type StubGateway,
} from '../../../test/harness/stub-gateway.ts'
import {
  CALL,
  IMAGE_CALL,
  createTestGateway,
  errorTexts,
  type TestGateway,
} from './gateway-for-tests.ts'

const MIB = 1_048_576
const SECRET = 'CANARY'

let stub: StubGateway
let elsewhere: StubGateway
let tested: TestGateway
before(async () => {
  stub = await startStubGateway()
  elsewhere = await startStubGateway(always(rawAnswer(200, '{}')))
  tested = createTestGateway({ jp: `${stub.url}/base` })
})

const chunked = (chunks: readonly string[]) =>
  rawAnswer(200, chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join(''), [
    'Transfer-Encoding: chunked',
  ])

const png = onePixel(3)

/** Responses that must be rejected, and whose content must not appear in any text. */
const HOSTILE: Readonly<Record<string, readonly [answer: StubAnswer | Buffer, call?: 'image']>> = {
  'a page for JSON': [rawAnswer(200, `<html>${SECRET}</html>`, ['Content-Type: text/html'])],
  'a page that says it is JSON': [
    rawAnswer(200, `<html>${SECRET}</html>`, ['Content-Type: application/json']),
  ],
  'JSON that says it is a page': [rawAnswer(200, '{}', ['Content-Type: text/html'])],
  'two content types': [
    rawAnswer(200, '{}', ['Content-Type: application/json', 'Content-Type: application/json']),
  ],
  'cut JSON': [rawAnswer(200, `{"a":"${SECRET}`)],
  'nothing at all': [rawAnswer(200, '')],
  'bytes that are no UTF-8': [rawAnswer(200, Buffer.from(`{"a":"${SECRET}\xff"}`, 'latin1'))],
  'deep nesting': [rawAnswer(200, '['.repeat(MIB) + ']'.repeat(MIB))],
  'a page for a PNG': [
    rawAnswer(200, `<html>${SECRET}</html>`, ['Content-Type: image/png']),
    'image',
  ],
  'a PNG that says it is a page': [rawAnswer(200, png, ['Content-Type: text/html']), 'image'],
  'a PNG cut off': [rawAnswer(200, png.subarray(0, -12)), 'image'],
  'bytes behind a PNG': [rawAnswer(200, Buffer.concat([png, Buffer.from(SECRET)])), 'image'],
  'a body larger than 1 MiB': [rawAnswer(200, `"${'x'.repeat(MIB)}"`)],
  'a length larger than 1 MiB': [rawAnswer(200, '', ['Content-Length: 99999999999'])],
  'chunks that never end': [
    (socket) => {
      const chunk = chunked(['x'.repeat(MIB)])
      socket.write(chunk)
      const more = chunk.subarray(chunk.indexOf('\r\n\r\n') + 4)
      const go = () => {
        while (!socket.destroyed && socket.write(more));
      }
      socket.on('drain', go)
      go()
    },
  ],
  'a gzip bomb': [
    rawAnswer(200, gzipSync(Buffer.alloc(200 * MIB, ' ')), ['Content-Encoding: gzip']),
  ],
  'a brotli bomb': [
    rawAnswer(200, brotliCompressSync(Buffer.alloc(20 * MIB)), ['Content-Encoding: br']),
  ],
  'a zstd bomb': [
    rawAnswer(200, zstdCompressSync(Buffer.alloc(20 * MIB)), ['Content-Encoding: zstd']),
  ],
  'a zip of a zip': [rawAnswer(200, gzipSync(gzipSync('{}')), ['Content-Encoding: gzip, gzip'])],
  'two lines of coding': [
    rawAnswer(200, gzipSync('{}'), ['Content-Encoding: gzip', 'Content-Encoding: identity']),
  ],
  'a coding that is not known': [rawAnswer(200, '{}', [`Content-Encoding: ${SECRET}`])],
  'a coding with a name of an object': [rawAnswer(200, '{}', ['Content-Encoding: constructor'])],
  'a zip that is cut off': [
    rawAnswer(200, gzipSync('{"a":1}').subarray(0, -9), ['Content-Encoding: gzip']),
  ],
  'a zip that is none': [rawAnswer(200, SECRET, ['Content-Encoding: gzip'])],
  'headers of 1 MiB': [rawAnswer(200, '{}', [`X-Secret: ${SECRET.repeat(MIB / 6)}`])],
  '10,000 headers': [
    rawAnswer(
      200,
      '{}',
      Array.from({ length: 10_000 }, (_, at) => `X-${at}: ${SECRET}`),
    ),
  ],
  'what is no HTTP': [Buffer.from(`${SECRET} 200 OK\r\n\r\n`)],
  'two lengths': [rawAnswer(200, '{}', ['Content-Length: 2', 'Content-Length: 3'])],
  'an interim answer without end': [
    (socket) => {
      for (let nth = 0; nth < 100; nth += 1) socket.write('HTTP/1.1 103 Early Hints\r\n\r\n')
    },
  ],
  'a change of protocol': [
    Buffer.from('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
  ],
  'an end before the length': [
    (socket) => void socket.end(rawAnswer(200, '{}', ['Content-Length: 3'])),
  ],
  'an end within a chunk': [
    (socket) =>
      void socket.end(
        rawAnswer(200, '5\r\n{}', ['Transfer-Encoding: chunked', 'Connection: close']),
      ),
  ],
  'a reset in the body': [
    (socket) => {
      socket.write(rawAnswer(200, '{}', ['Content-Length: 3']), () => socket.resetAndDestroy())
    },
  ],
  'an end after the first byte': [(socket) => void socket.end('H')],
}

describe('a hostile gateway', () => {
  for (const [what, [answer, call]] of Object.entries(HOSTILE)) {
    it(`is rejected: ${what}`, async () => {
      stub.answer(typeof answer === 'function' ? answer : always(answer))
      const asked = stub.requests.length
      const rejection = await tested.readError(call === 'image' ? IMAGE_CALL : CALL)
      assert.equal(rejection.code, 'upstream_error', errorTexts(rejection))
      assert.ok(rejection.cause instanceof Error)
      const said = errorTexts(rejection)
      for (const secret of [SECRET, '127.0.0.1', String(stub.port)]) {
        assert.ok(!said.includes(secret), said)
      }
      assert.equal(stub.requests.length, asked + 1)
    })
  }

  it('cannot redirect calls', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      for (const location of [elsewhere.url, 'http://169.254.169.254/latest/meta-data/']) {
        stub.answer(always(rawAnswer(status, '', [`Location: ${location}`])))
        const rejection = await tested.readError()
        assert.equal(rejection.code, 'upstream_error')
        assert.doesNotMatch(errorTexts(rejection), /169\.254|127\.0/)
      }
    }
    assert.equal(elsewhere.connections, 0)
  })

  it('cannot exhaust memory with a decompression bomb', async () => {
    const bomb = rawAnswer(200, gzipSync(Buffer.alloc(400 * MIB)), ['Content-Encoding: gzip'])
    stub.answer(always(bomb))
    const atStart = process.memoryUsage()
    let most = 0
    for (let nth = 0; nth < 5; nth += 1) {
      await tested.readError()
      const { rss, arrayBuffers } = process.memoryUsage()
      most = Math.max(most, rss - atStart.rss, arrayBuffers - atStart.arrayBuffers)
    }
    assert.ok(most < 150 * MIB, `${most / MIB} MiB`)
  })

  it('cannot exhaust memory with single bytes', async () => {
    const chunks = chunked(Array.from({ length: 200_000 }, () => 'x'))
    stub.answer((socket) => void socket.end(chunks))
    const atStart = process.memoryUsage().heapUsed
    await tested.readError()
    const grown = process.memoryUsage().heapUsed - atStart
    assert.ok(grown < 100 * MIB, `${grown / MIB} MiB`)
  })
})

describe('an honest gateway', () => {
  it('receives requests as the protocol specifies', async () => {
    stub.answer(always(rawAnswer(200, '{}')))
    await tested.read()
    assert.deepEqual(stub.requests.at(-1)?.target, '/base/v1/jp/music/7/ranking')
    const headers = stub.requests.at(-1)?.headers ?? {}
    assert.equal(headers.authorization, 'Bearer CANARY-internal-key')
    assert.equal(headers.accept, 'application/json')
    assert.match(headers['accept-encoding'] ?? '', /gzip/)
    stub.answer(always(rawAnswer(200, png, ['Content-Type: image/png'])))
    const { message } = await tested.read(IMAGE_CALL)
    assert.ok(png.equals(message as Uint8Array))
    assert.equal(stub.requests.at(-1)?.headers.accept, 'image/png')
  })

  it('may use every known content coding', async () => {
    const message = { rows: Array.from({ length: 500 }, (_, rank) => ({ rank, name: 'あ' })) }
    const text = JSON.stringify(message)
    for (const [coding, packed] of [
      ['gzip', gzipSync(text)],
      ['X-GZIP', gzipSync(text)],
      ['deflate', deflateSync(text)],
      ['br', brotliCompressSync(text)],
      ['zstd', zstdCompressSync(text)],
      ['identity', text],
      ['', text],
    ] as const) {
      stub.answer(always(rawAnswer(200, packed, [`Content-Encoding: ${coding}`])))
      assert.deepEqual((await tested.read()).message, message, coding)
    }
  })

  it('may use another JSON media type, respond slowly and send 1 MiB', async () => {
    const largest = `"${'x'.repeat(MIB - 2)}"`
    stub.answer((socket) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n')
      socket.write(rawAnswer(200, largest, ['Content-Type: Application/JSON; charset=utf-8']))
    })
    assert.equal((await tested.read()).message, JSON.parse(largest))
    stub.answer(always(chunked(['{"a"', ':1}', ''])))
    assert.deepEqual((await tested.read()).message, { a: 1 })
    stub.answer((socket) => void socket.end('HTTP/1.0 200 OK\r\n\r\n{"a":2}'))
    assert.deepEqual((await tested.read()).message, { a: 2 })
  })

  it('sets the fetch time; without it, the fetch time is when the request was sent', async () => {
    const fetchedAt = async (...headers: string[]) => {
      stub.answer(always(rawAnswer(200, '{}', headers)))
      return (await tested.read()).fetchedAtMs
    }
    assert.equal(await fetchedAt('X-Fetched-At: 1700000000000'), 1_700_000_000_000)
    assert.equal(await fetchedAt('X-Moenotes-Fetched-At: 17'), 17)
    assert.equal(await fetchedAt('X-Moenotes-Fetched-At: 17', 'X-Fetched-At: 18'), 18)
    assert.equal(await fetchedAt('X-Moenotes-Fetched-At: 17', 'X-Fetched-At: soon'), 17)
    for (const bad of ['0', '-5', '1.5', '1e9', '', '9'.repeat(30), '2026-01-01']) {
      const askedAtMs = Date.now()
      const atMs = await fetchedAt(`X-Fetched-At: ${bad}`)
      assert.ok(atMs >= askedAtMs && atMs <= Date.now(), bad)
    }
  })
})
