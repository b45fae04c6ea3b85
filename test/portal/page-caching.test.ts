import assert from 'node:assert/strict'
import { it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { startPortal } from './start-portal.ts'

it('answers a wrong method or path with a page for a browser, and with a problem for a program', async () => {
  const test = await startPortal({ folder: temporaryFolder() })
  const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'Accept-Language': 'ja' }
  const page = ['text/html; charset=utf-8', true]
  const problem = ['application/problem+json', false]
  const cases = [
    { path: '/portal', method: 'POST', status: 405, expected: page },
    { path: '/portal/keys', method: 'DELETE', status: 405, expected: page },
    { path: '/portal/assets/missing.js', method: 'GET', status: 404, expected: page },
    { path: '/portal/api/missing', method: 'POST', status: 404, expected: problem },
  ]
  try {
    for (const { path, method, status, expected } of cases) {
      const shown = await send(test.origin, path, { method, headers: browser })
      const isPage = String(shown.body).includes('<html lang="ja"')
      assert.deepEqual([shown.status, shown.headers['content-type'], isPage], [status, ...expected])
      const { headers, body, ...read } = await send(test.origin, path, { method })
      assert.deepEqual([read.status, headers['content-type']], [status, problem[0]])
      const { code } = JSON.parse(String(body)) as { readonly code: string }
      assert.equal(code, status === 405 ? 'method_not_allowed' : 'not_found')
      assert.equal(headers['allow'], status === 405 ? 'GET, HEAD' : undefined)
    }
  } finally {
    await test.stop()
  }
})

it('serves each page and file of the portal in the encoding of the client, until it changes', async () => {
  const test = await startPortal({ folder: temporaryFolder() })
  try {
    for (const path of ['/portal', '/portal/keys?lang=ja', '/portal/assets/portal.js']) {
      const get = (headers: Readonly<Record<string, string>> = {}) =>
        send(test.origin, path, { headers })
      const plain = await get()
      const zipped = await get({ 'Accept-Encoding': 'gzip' })
      assert.equal(zipped.headers['content-encoding'], 'gzip', path)
      assert.deepEqual(gunzipSync(zipped.body), plain.body, path)
      assert.equal(plain.headers['cache-control'], 'no-cache', path)
      const isPage = !path.endsWith('.js')
      const vary = isPage ? 'Accept-Encoding, Accept-Language' : 'Accept-Encoding'
      assert.equal(plain.headers['vary'], vary, path)
      const known = await get({ 'If-None-Match': `"other", ${zipped.headers['etag']}` })
      assert.deepEqual([known.status, known.body.length], [304, 0], path)
    }
    const [english, japanese] = await Promise.all(
      ['en', 'ja'].map((language) => send(test.origin, `/portal?lang=${language}`)),
    )
    assert.notEqual(english?.headers['etag'], japanese?.headers['etag'])
    const preferred = await send(test.origin, '/portal', {
      headers: { 'Accept-Language': 'fr, ja;q=0.8, en;q=0.5' },
    })
    assert.equal(preferred.headers['etag'], japanese?.headers['etag'])
    const script = `/portal/assets/portal-ja.js`
    assert.ok(String(preferred.body).includes(`<link rel="modulepreload" href="${script}" />`))
    const texts = await send(test.origin, script)
    assert.match(texts.headers['content-type'] ?? '', /^text\/javascript/)
    // The first script has no texts, and those of a language are in no other one's script.
    const main = String((await send(test.origin, '/portal/assets/portal.js')).body)
    assert.ok(String(texts.body).includes('監査ログ'))
    for (const text of ['監査ログ', 'Audit trail', '감사 로그'])
      assert.ok(!main.includes(text), text)
    const missing = await send(test.origin, '/portal/assets/of-an-earlier-version.js')
    assert.deepEqual(
      [missing.status, missing.headers['content-type']],
      [404, 'application/problem+json'],
    )
  } finally {
    await test.stop()
  }
})
