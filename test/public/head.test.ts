import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { connectRaw, head as rawHead } from '../harness/raw-socket.ts'
import { send, type Answer } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { startPublicScene, type PublicScene } from './scene.ts'

// Link previews and uptime monitors send HEAD; people mistype addresses.
const folder = temporaryFolder()
const JP = '/api/public/v1/game/jp'
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
let scene: PublicScene

before(async () => {
  scene = await startPublicScene(folder)
})
after(() => scene.test.stop())

const ask = (target: string, method = 'GET', headers = {}) =>
  send(scene.test.origin, target, { method, headers })
/** The headers that describe the content rather than the single request. */
const lasting = ({ headers }: Answer) => {
  const { date: _, 'x-request-id': __, ratelimit: ___, ...others } = headers
  return others
}

describe('HEAD', () => {
  for (const target of [
    '/',
    '/docs',
    '/docs/errors.md',
    '/docs/assets/docs.css',
    '/llms.txt',
    '/tracker/tracker.js',
    '/api/open/openapi.json',
    '/api/public/openapi.json',
    '/status',
    '/nothing',
    '/oembed?url=https%3A%2F%2Felsewhere.example%2F',
    `${JP}/events`,
    `${JP}/events/2004/cutoffs`,
    `${JP}/events/2004/chart.png`,
    `${JP}/events/2004/chart.svg`,
    `${JP}/events/9/cutoffs`,
  ]) {
    it(`of ${target} is answered like GET, without a body`, async () => {
      const get = await ask(target)
      const head = await ask(target, 'HEAD')
      assert.equal(head.status, get.status)
      assert.deepEqual(lasting(head), lasting(get))
      assert.equal(head.body.length, 0)
      assert.ok(get.body.length > 0)
    })
  }

  it('of a live stream ends at once and occupies no slot', async () => {
    for (let nth = 0; nth < 20; nth += 1) {
      const { status, headers } = await ask(`${JP}/live`, 'HEAD')
      assert.equal(status, 200)
      assert.equal(headers['content-type'], 'text/event-stream')
    }
  })

  it('leaves the connection usable', async () => {
    const connection = await connectRaw(scene.test.origin)
    for (const target of ['/docs', `${JP}/events`]) {
      connection.write(rawHead(`HEAD ${target} HTTP/1.1`, 'Host: x'))
      assert.equal((await connection.next('HEAD')).status, 200, target)
    }
    connection.write(rawHead('GET /docs HTTP/1.1', 'Host: x'))
    assert.equal((await connection.next()).status, 200)
    connection.drop()
  })

  it('is rejected by the keyed API and the developer API on every path', async () => {
    for (const target of [
      '/api/open/v1/game/jp/announcements',
      '/api/open/v1/game/jp/nothing',
      '/api/open/nothing',
      '/api/developer/v1/quota',
      '/api/developer/nothing',
    ]) {
      const { status, headers } = await ask(target, 'HEAD')
      assert.deepEqual([status, headers['allow']], [405, 'GET'], target)
    }
  })

  it('is in the Allow header where another method is rejected', async () => {
    for (const target of ['/', '/docs', '/status', '/oembed', '/nothing', `${JP}/events`]) {
      const { status, headers } = await ask(target, 'DELETE')
      assert.deepEqual([status, headers['allow']], [405, 'GET, HEAD'], target)
    }
  })
})

describe('an error outside /api/', () => {
  it('is a page for a browser, which names the request and runs no script', async () => {
    for (const [target, status] of [
      ['/nothing', 404],
      ['/docs/', 404],
      ['/docs/no-such-page?x=1', 404],
      ['/%zz', 400],
    ] as const) {
      const answer = await ask(target, 'GET', { Accept: BROWSER })
      assert.equal(answer.status, status, target)
      assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(answer.headers['cache-control'], 'no-store')
      assert.match(answer.headers['content-security-policy'] ?? '', /^default-src 'none'/)
      const text = answer.body.toString()
      assert.ok(text.includes(answer.headers['x-request-id'] ?? '-'))
      assert.match(text, /<h1>/)
      assert.doesNotMatch(text, /<script/)
      assert.ok(!text.includes('no-such-page'), 'nothing of the request is repeated')
    }
  })

  it('is a page for a method that a person cannot mean, in the language of the reader', async () => {
    const headers = { Accept: BROWSER, 'Accept-Language': 'fr, ja;q=0.8, en;q=0.5' }
    const answer = await ask('/docs', 'DELETE', headers)
    assert.deepEqual([answer.status, answer.headers['allow']], [405, 'GET, HEAD'])
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
    assert.match(answer.body.toString(), /<html lang="ja" [^]*<h1>この方法では利用できません</)
  })

  it('is a problem document for a program', async () => {
    for (const accept of [
      '',
      '*/*',
      'application/json',
      'application/json, text/html;q=0.9',
      'text/html;q=0',
    ]) {
      const { status, headers } = await ask('/nothing', 'GET', { Accept: accept })
      assert.deepEqual([status, headers['content-type']], [404, 'application/problem+json'], accept)
    }
  })

  it('inside /api/ is a problem document for a browser too', async () => {
    for (const target of [
      '/api/nothing',
      `${JP}/nothing`,
      '/api/open/v1/game/jp/announcements',
      '/api/developer/nothing',
    ]) {
      const { headers } = await ask(target, 'GET', { Accept: BROWSER })
      assert.equal(headers['content-type'], 'application/problem+json', target)
    }
  })
})
