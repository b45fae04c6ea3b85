import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Gateway } from '../../src/game/gateway.ts'
import { connectRaw, head, sendOne } from '../harness/raw-socket.ts'
import { send } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

async function withService(
  environment: Readonly<Record<string, string>>,
  use: (test: TestService) => Promise<void>,
): Promise<void> {
  const gateway: Gateway = { read: () => ({ message: {}, fetchedAtMs: 0 }), close: () => {} }
  const test = await startTestService({ folder: temporaryFolder(), environment, gateway })
  try {
    await use(test)
  } finally {
    await test.stop()
  }
}

const API = '/portal/api/v1'
const PAGE = /^text\/html/

describe('the portal', () => {
  it('is served under /portal of the public listener and no other path', async () => {
    await withService({}, async ({ origin, service }) => {
      assert.equal(service.portalOrigin, origin)
      for (const target of ['/portal', '/portal/', '/portal?lang=ja', '/portal/applications/x']) {
        const { status, headers } = await send(origin, target)
        assert.equal(status, 200, target)
        assert.match(headers['content-type'] ?? '', PAGE, target)
      }
      for (const target of ['/portals', '/Portal', '/portal.html', '/api/open/v1/portal']) {
        const { status, headers } = await send(origin, target)
        assert.equal(status, 404, target)
        assert.equal(headers['content-type'], 'application/problem+json', target)
      }
    })
  })

  it('is not served when it is off', async () => {
    await withService({ BACKLINE_PORTAL_LISTEN: 'off' }, async ({ origin, service }) => {
      assert.equal(service.portalOrigin, '')
      for (const target of ['/portal', `${API}/sign-in`]) {
        assert.equal((await send(origin, target)).status, 404)
      }
      assert.equal((await send(origin, `${API}/sign-out`, { method: 'POST' })).status, 405)
    })
  })

  it('is served only on a separate listener, when one is configured', async () => {
    await withService({ BACKLINE_PORTAL_LISTEN: '127.0.0.1:0' }, async ({ origin, service }) => {
      const { portalOrigin } = service
      assert.notEqual(portalOrigin, origin)
      assert.equal((await send(portalOrigin, '/portal')).status, 200)
      assert.equal((await send(portalOrigin, '/')).headers['location'], '/portal')
      assert.equal((await send(origin, '/portal')).status, 404)
      for (const target of ['/api/open/openapi.json', '/docs', '/api/open/v1/game/jp/event']) {
        assert.equal((await send(portalOrigin, target)).status, 404, target)
      }
    })
  })

  it('answers Expect: 100-continue; the keyed API does not', async () => {
    await withService({}, async ({ origin }) => {
      const connection = await connectRaw(origin)
      const lines = ['Host: x', 'Content-Type: application/json', 'Content-Length: 2']
      connection.write(head(`POST ${API}/sign-out HTTP/1.1`, ...lines, 'Expect: 100-continue'))
      assert.equal((await connection.next()).status, 100)
      connection.write('{}')
      assert.equal((await connection.next()).status, 403)
      connection.drop()
      const other = await connectRaw(origin)
      other.write(head('POST /api/open/v1/x HTTP/1.1', ...lines, 'Expect: 100-continue'))
      assert.equal((await other.next()).status, 405)
      other.drop()
    })
  })

  it('answers in order with the other interfaces on one connection, each request with its own id', async () => {
    await withService({}, async ({ origin, observations }) => {
      const connection = await connectRaw(origin)
      const targets = ['/portal', '/api/open/v1/none', `${API}/applications`, '/docs']
      connection.write(targets.map((target) => head(`GET ${target} HTTP/1.1`, 'Host: x')).join(''))
      const ids = new Set<string | undefined>()
      for (const status of [200, 404, 401, 200]) {
        const answer = await connection.next()
        assert.equal(answer.status, status)
        assert.match(answer.headers['date'] ?? '', / GMT$/)
        ids.add(answer.headers['x-request-id'])
      }
      connection.drop()
      assert.equal(ids.size, 4)
      const seen = observations.filter(({ type }) => type === 'request.answered')
      assert.equal(seen.length, 4)
    })
  })

  it('rejects a body that is not fully read at once, after the answers to earlier requests', async () => {
    await withService({}, async ({ origin, observations }) => {
      const lines = ['Host: x', 'Content-Type: application/json', 'Transfer-Encoding: chunked']
      const post = head(`POST ${API}/leaked-keys HTTP/1.1`, ...lines, `Origin: http://x`)
      await send(origin, '/portal')
      for (const before of ['', head('GET /portal HTTP/1.1', 'Host: x')]) {
        for (const chunk of ['zz\r\n', '2\r\n{}x', '-1\r\n', '5\r\n{"tex\r\nq\r\n']) {
          const connection = await connectRaw(origin)
          const startMs = performance.now()
          connection.write(before + post + chunk)
          if (before !== '') assert.equal((await connection.next()).status, 200)
          const { status, headers } = await connection.next()
          // The deadline of a request is 15 s.
          assert.ok(performance.now() - startMs < 9_000, chunk)
          assert.equal(status, 400, chunk)
          assert.equal(headers['content-type'], 'application/problem+json')
          assert.equal(headers['connection'], 'close')
          connection.drop()
        }
      }
      assert.equal((await send(origin, '/portal')).status, 200)
      const refused = observations.filter(
        (one) => one.type === 'request.answered' && one.status === 400,
      )
      assert.equal(refused.length, 8)
    })
  })

  it('ends the connection of an upgrade request, because the bytes after it are lost', async () => {
    await withService({}, async ({ origin }) => {
      const asks = ['Host: x', 'Connection: Upgrade', 'Upgrade: websocket']
      const body = ['Content-Type: application/json', 'Content-Length: 2', 'Origin: http://x']
      for (const [first, expected] of [
        [head('GET /docs HTTP/1.1', ...asks), 200],
        [head('GET /portal HTTP/1.1', ...asks), 200],
        [head('GET /api/open/v1/none HTTP/1.1', ...asks), 404],
        [`${head(`POST ${API}/leaked-keys HTTP/1.1`, ...asks, ...body)}{}`, 400],
      ] as const) {
        const connection = await connectRaw(origin)
        connection.write(first + head('GET /nothing HTTP/1.1', 'Host: x'))
        const { status, headers } = await connection.next()
        assert.deepEqual([status, headers['connection']], [expected, 'close'])
        assert.equal(String(await connection.rest()), '')
      }
    })
  })

  it('rejects a body that is too large, is not JSON, or is not declared as JSON', async () => {
    await withService({}, async ({ origin }) => {
      const post = (body: string, type: string) =>
        fetch(`${origin}${API}/leaked-keys`, {
          method: 'POST',
          headers: { 'Content-Type': type, Origin: origin },
          body,
        })
      const refused = [
        [await post(JSON.stringify({ text: 'x'.repeat(70_000) }), 'application/json'), 413],
        [await post('{"text":', 'application/json'), 400],
        [await post('text=x', 'application/x-www-form-urlencoded'), 400],
        [await post('{"text":"x","more":1}', 'application/json'), 400],
        [await post('{"__proto__":{"text":"x"}}', 'application/json'), 400],
        [await post('[]', 'application/json'), 400],
      ] as const
      for (const [answer, status] of refused) {
        assert.equal(answer.status, status)
        assert.equal(answer.headers.get('content-type'), 'application/problem+json')
        const problem = (await answer.json()) as { readonly requestId: string }
        assert.equal(problem.requestId, answer.headers.get('x-request-id'))
      }
    })
  })

  it('rejects malformed paths, headers and hosts in its own error format', async () => {
    await withService({}, async ({ origin }) => {
      const refused = [
        [head('GET /portal/%zz<script> HTTP/1.1', 'Host: x'), 'a path that does not decode'],
        [head(`GET ${API}/applications/%ff HTTP/1.1`, 'Host: x'), 'one that is not UTF-8'],
        [head(`GET ${API}/sign-in?<script>=1 HTTP/1.1`, 'Host: x'), 'an unknown name'],
        [head('GET /portal HTTP/1.1', 'Host: x', 'Host: evil.example'), 'two hosts'],
        [head('GET /portal HTTP/1.1'), 'no host'],
        [head('GET /portal HTTP/1.1', 'Host: x', 'Transfer-Encoding: gzip'), 'an odd coding'],
      ] as const
      for (const [bytes, what] of refused) {
        const { status, headers, body } = await sendOne(origin, bytes)
        assert.equal(status, 400, what)
        assert.equal(headers['content-type'], 'application/problem+json', what)
        assert.equal(headers['x-content-type-options'], 'nosniff', what)
        assert.match(headers['x-request-id'] ?? '', /^\w{24}$/, what)
        assert.doesNotMatch(body.toString(), /script|FST_/, what)
      }
    })
  })

  it('allows only its own scripts and no framing, with every answer', async () => {
    await withService({}, async ({ origin }) => {
      for (const target of ['/portal', `${API}/applications`, `${API}/none`]) {
        const { headers } = await send(origin, target)
        const policy = headers['content-security-policy'] ?? ''
        assert.match(policy, /default-src 'none'/)
        assert.match(policy, /frame-ancestors 'none'/)
        assert.doesNotMatch(policy, /unsafe|\*|https?:/)
        assert.equal(headers['referrer-policy'], 'no-referrer')
        assert.equal(headers['x-content-type-options'], 'nosniff')
        assert.equal(headers['access-control-allow-origin'], undefined)
      }
    })
  })

  it('does not delay a stop: idle connections are closed', async () => {
    await withService({}, async ({ origin, service }) => {
      const connection = await connectRaw(origin)
      connection.write(head('GET /portal HTTP/1.1', 'Host: x'))
      assert.equal((await connection.next()).status, 200)
      assert.equal(await service.stop(2_000), true)
      await connection.rest()
    })
  })
})
