import assert from 'node:assert/strict'
import { it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { startPortal } from './start-portal.ts'

it('serves each page and file of the portal in the encoding of the client, until it changes', async () => {
  const test = await startPortal({ folder: temporaryFolder() })
  try {
    for (const path of ['/portal', '/portal/keys?lang=ja', '/portal/assets/portal.js']) {
      const get = (headers: Readonly<Record<string, string>> = {}) =>
        send(test.origin, path, { headers })
      const plain = await get()
      const zipped = await get({ 'Accept-Encoding': 'gzip' })
      // The page itself is too small to be compressed.
      const isCompressed = path.endsWith('.js')
      assert.equal(zipped.headers['content-encoding'], isCompressed ? 'gzip' : undefined, path)
      assert.deepEqual(isCompressed ? gunzipSync(zipped.body) : zipped.body, plain.body, path)
      assert.equal(plain.headers['cache-control'], 'no-cache', path)
      assert.equal(plain.headers['vary'], 'Accept-Encoding', path)
      const known = await get({ 'If-None-Match': `"other", ${zipped.headers['etag']}` })
      assert.deepEqual([known.status, known.body.length], [304, 0], path)
    }
    const [english, japanese] = await Promise.all(
      ['en', 'ja'].map((language) => send(test.origin, `/portal?lang=${language}`)),
    )
    assert.notEqual(english?.headers['etag'], japanese?.headers['etag'])
  } finally {
    await test.stop()
  }
})
