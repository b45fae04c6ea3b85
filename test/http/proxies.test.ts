import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { generateKey } from '../../src/accounts/keys/developer-key.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import { COMMAND } from '../../src/accounts/audit-note.ts'
import { hostileRequests } from '../harness/hostile-requests.ts'
import { connectRaw, head, sendOne } from '../harness/raw-socket.ts'
import type { Answer } from '../harness/send.ts'
import { skipWithout } from '../harness/servers.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { startTlsProxy, type TlsProxy } from '../harness/start-tls-proxy.ts'
import { freePort } from '../../scripts/cluster/free-port.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// The proxies run with the files of deploy/: Backline keeps its promises behind them.
const JP = '/api/open/v1/game/jp'
const ANNOUNCEMENTS = `${JP}/announcements`
const UNKNOWN_KEYS = 5

interface Expected {
  /**
   * Statuses of rows that the proxy answers differently from Backline; 0 means no readable answer.
   */
  readonly rows: Readonly<Record<string, number>>
  /** Whether unreadable requests get an error page of the proxy. */
  readonly ownPage: boolean
}

/**
 * A proxy rewrites each request, so some rows that Backline rejects from a client are valid when
 * they come from the proxy. The two never interpret one differently.
 */
const EXPECTED: Readonly<Record<'nginx' | 'haproxy', Expected>> = {
  nginx: {
    rows: {
      'chunks that are none': 400,
      'bare LF everywhere': 200,
      'a bare LF in a header': 200,
      // Dropped: it is not a header line.
      'a header without a colon': 200,
      'a line of HTTP/0.9': 0,
      'a line of HTTP/0.9 with headers': 0,
      'version 1.2': 200,
    },
    ownPage: false,
  },
  haproxy: {
    rows: {
      'chunks that are none': 400,
      'zipped, then chunked': 422,
      'one length twice': 200,
      'a list of lengths': 200,
      'a folded line': 200,
      'bare LF everywhere': 200,
      'a bare LF in a header': 200,
      // Switches to HTTP/2 and waits for more.
      'the preface of HTTP/2': 0,
      'version 1.2': 200,
      'version 2.0': 200,
    },
    ownPage: true,
  },
}
/** Rows with a complete second request after the part that a proxy reads; it may answer both. */
const WITH_SECOND = [
  'a request behind a body',
  'a request behind chunks',
  'length, then encoding',
  'encoding, then length',
]

for (const name of ['nginx', 'haproxy'] as const) {
  describe(`behind ${name}`, { skip: skipWithout(name, 'openssl') }, () => {
    const folder = temporaryFolder()
    let service: TestService
    let proxy: TlsProxy
    let key: string
    before(async () => {
      const port = await freePort()
      const environment = {
        // Browsers reach the portal over TLS, which the server cannot detect.
        BACKLINE_PUBLIC_URL: `https://127.0.0.1:${port}`,
        BACKLINE_TRUSTED_PROXIES: '127.0.0.1',
        BACKLINE_UNKNOWN_KEYS_MINUTE: String(UNKNOWN_KEYS),
      }
      service = await startTestService({ folder, environment })
      const { origin } = service
      const { adminOrigin } = service.service
      proxy = await startTlsProxy(name, { folder: `${folder}/${name}`, origin, adminOrigin, port })
      key = (await service.issueKey()).text
    })
    after(async () => {
      await proxy.stop()
      await service.stop()
    })
    const get = (target: string, ...lines: string[]) =>
      head(`GET ${target} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${key}`, ...lines)
    const ask = (target: string, ...lines: string[]) => sendOne(proxy.origin, get(target, ...lines))

    it('no hostile request is taken for another, and each rejection has a documented format', async () => {
      const authorization = `Authorization: Bearer ${key}`
      const other = '/api/developer/v1/quota'
      const groups = hostileRequests({ target: ANNOUNCEMENTS, other, authorization })
      const { rows: differing, ownPage } = EXPECTED[name]
      let sound = 0
      for (const [group, rows] of Object.entries(groups)) {
        for (const [row, bytes] of Object.entries(rows)) {
          const expected = differing[row] ?? (group === 'bodies' ? 405 : 400)
          const answer = expected === 0 ? undefined : await firstAnswer(proxy.origin, bytes)
          assert.equal(answer?.status ?? 0, expected, row)
          if (expected === 200) sound += 1
          else if (answer !== undefined) checkShape(answer, ownPage, row)
        }
      }
      const answered = service.observations.filter(
        (one) =>
          one.type === 'request.answered' &&
          one.status === 200 &&
          one.operation !== 'developer.quota',
      ).length
      const most = sound + WITH_SECOND.length + 2
      assert.ok(
        answered >= sound && answered <= most,
        `${answered} of ${sound} to ${most} were 200`,
      )
    })

    it('answers have the same bytes and headers', async () => {
      const own = ['date', 'server', 'connection', 'keep-alive', 'x-request-id', 'ratelimit', 'age']
      const changing = new Set([...own, 'x-fetched-at', 'cache-status'])
      const plain = ({ status, headers, body }: Answer) => ({
        status,
        headers: Object.fromEntries(
          Object.entries(headers).filter(([line]) => !changing.has(line)),
        ),
        // An error has its request id.
        body: body.toString('latin1').replaceAll(headers['x-request-id'] ?? '', ''),
      })
      const tag = (await ask('/api/open/openapi.json')).headers['etag'] ?? ''
      const asked: readonly (readonly string[])[] = [
        [ANNOUNCEMENTS],
        [`${JP}/announcements`, 'Accept-Encoding: br'],
        [`${JP}/profile/70001/card/1`],
        ['/api/open/openapi.json'],
        ['/api/open/openapi.json', 'Accept-Encoding: gzip'],
        ['/api/open/openapi.json', `If-None-Match: ${tag}`],
        [`${JP}/../en/announcements`],
        [`${JP}/%2e%2e/en/announcements`],
        [`/${JP}/announcements`],
        [`${JP}%5cannouncements`],
        [`${JP}/circles/search/a%2Fb%3F`],
        [`${JP}/announcements?x=1&x=2`],
        ['/api/open/v1/game/xx/announcements'],
      ]
      for (const [target = '', ...lines] of asked) {
        const there = await ask(target, ...lines)
        assert.match(there.headers['x-request-id'] ?? '', /^[0-9a-f]{24}$/, target)
        const here = await sendOne(service.origin, get(target, ...lines))
        assert.deepEqual(plain(there), plain(here), target)
      }
    })

    it('every head that Backline accepts passes the proxy, and Backline rejects a longer one', async () => {
      const items = Array.from({ length: 100 }, (_, at) =>
        String(9_223_372_036_854_775_000n + BigInt(at)),
      )
      for (const target of [
        `${JP}/profiles/${items.join('%2C')}`,
        `${JP}/profiles?${items.map((id) => `accountIds=${id}`).join('&')}`,
        `${JP}/event/2004/ranking/${items.map((_, at) => 2_147_483_000 + at).join(',')}`,
      ]) {
        assert.equal((await ask(target)).status, 200, target.slice(0, 60))
      }
      assert.equal((await ask(ANNOUNCEMENTS, `X: ${'a'.repeat(15_500)}`)).status, 200)
      assert.equal((await ask(ANNOUNCEMENTS, ...Array<string>(90).fill('X: 1'))).status, 200)
      const long = [
        await ask(ANNOUNCEMENTS, `X: ${'a'.repeat(17_000)}`),
        await ask(`${ANNOUNCEMENTS}?${'a'.repeat(17_000)}`),
        await ask(ANNOUNCEMENTS, ...Array<string>(101).fill('X: 1')),
      ]
      for (const { status, headers } of long) {
        assert.equal(status, 431)
        assert.ok(headers['x-request-id'] !== undefined)
      }
    })

    it('a client connection serves more requests than a connection to Backline', async () => {
      const connection = await connectRaw(proxy.origin)
      for (let count = 0; count < 1_100; count += 1) {
        connection.write(head('GET /nothing HTTP/1.1', 'Host: x'))
        assert.equal((await connection.next()).status, 404)
      }
      connection.drop()
    })

    it('the portal receives bodies, cookies and origin headers', async () => {
      const about = { name: 'ann', isOperator: false, lifetimeMs: 60_000 }
      const invited = await service.accounts.signIn.invite(about, COMMAND)
      assert.ok(typeof invited === 'object')
      const { host } = new URL(proxy.origin)
      const post = (path: string, body: object, ...lines: string[]) => {
        const text = JSON.stringify(body)
        const own = [`Host: ${host}`, 'Content-Type: application/json']
        const length = `Content-Length: ${text.length}`
        const first = head(`POST /portal/api/v1${path} HTTP/1.1`, ...own, length, ...lines)
        return sendOne(proxy.origin, first + text)
      }
      const link = { token: invited.token }
      const [own, foreign] = [`Origin: ${proxy.origin}`, 'Origin: https://evil.example']
      assert.equal((await post('/sign-in/link', link, foreign)).status, 403)
      const signedIn = await post('/sign-in/link', link, own)
      assert.equal(signedIn.status, 200, signedIn.body.toString())
      const cookie = `Cookie: ${signedIn.headers['set-cookie']?.split(';')[0]}`
      const long = { name: 'x'.repeat(100) }
      assert.equal((await post('/applications', long, own, cookie)).status, 200)
      assert.equal((await post('/applications', { name: 'y' }, own)).status, 401)
      const page = await sendOne(proxy.origin, head('GET /portal HTTP/1.1', `Host: ${host}`))
      assert.match(page.headers['content-security-policy'] ?? '', /default-src 'none'/)
    })

    it('no client evades the limit on unknown keys with forged address headers', async () => {
      const statuses: number[] = []
      for (let at = 0; at <= UNKNOWN_KEYS; at += 1) {
        const unknown = generateKey(systemPlatform.fillRandom).text
        const lines = [`X-Forwarded-For: 198.51.100.${at}`, `Forwarded: for=198.51.100.${at}`]
        statuses.push(
          (await sendOne(proxy.origin, get(ANNOUNCEMENTS, ...lines).replace(key, unknown))).status,
        )
      }
      assert.deepEqual(statuses, [...Array<number>(UNKNOWN_KEYS).fill(401), 503])
      assert.equal((await ask(ANNOUNCEMENTS)).status, 200)
    })

    it('while Backline is down, the answer is a 503 in the format of all errors', async () => {
      await service.service.stop(0)
      const answer = await ask(ANNOUNCEMENTS)
      assert.equal(answer.status, 503)
      assert.equal((answer.json as { code: string }).code, 'unavailable')
      assert.equal(answer.headers['retry-after'], '5')
    })
  })
}

/** Returns the first answer that is not interim. */
async function firstAnswer(origin: string, bytes: string | Uint8Array): Promise<Answer> {
  const connection = await connectRaw(origin)
  connection.write(bytes)
  try {
    for (;;) {
      const answer = await connection.next()
      if (answer.status >= 200) return answer
    }
  } finally {
    connection.drop()
  }
}

function checkShape({ status, headers, json }: Answer, ownPage: boolean, row: string): void {
  if (ownPage && headers['content-type'] === 'text/html') return
  const problem = json as { status: number; code: string }
  assert.equal(headers['content-type'], 'application/problem+json', row)
  assert.equal(problem.status, status, row)
  assert.equal(problem.code, status === 405 ? 'method_not_allowed' : 'invalid_request', row)
  assert.equal(headers['x-content-type-options'], 'nosniff', row)
  assert.equal(headers['cache-control'], 'no-store', row)
}
