import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { checkRefusal } from '../harness/check-answer.ts'
import { send } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { html } from '../../src/site/html.ts'
import { createTrackerPages } from '../../src/site/tracker-pages.ts'

/** What the script of the page may weigh, compressed. */
const SCRIPT_BYTES_MAX = 100_000

/** What the page, its script, its style sheet and its font may weigh, compressed. */
const PAGE_BYTES_MAX = 90_000
let test: TestService

before(async () => {
  test = await startTestService({ folder: temporaryFolder() })
})
after(() => test.stop())

describe('the tracker as it is served', () => {
  it('is one page with a heading, a way without a script, and nothing from anywhere else', async () => {
    const { status, headers, body } = await send(test.origin, '/')
    const page = body.toString()
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.match(headers['content-security-policy'] ?? '', /default-src 'none'/)
    assert.equal([...page.matchAll(/<h1[ >]/g)].length, 1)
    assert.match(page, /<noscript>[^]*\/docs\/public-data[^]*<\/noscript>/)
    assert.doesNotMatch(page, /<script(?![^>]* src="\/tracker\/)|\son[a-z]+="|\sstyle="|<style/)
    for (const [, address = ''] of page.matchAll(/\s(?:src|href)="(\/(?!status)[^"]+)"/g)) {
      assert.equal((await send(test.origin, address)).status, 200, address)
    }
    // What shows a preview of a link wants whole addresses: ours.
    const loaded = page.replaceAll(/<meta property[^>]*>|<link\s+rel="alternate"[^>]*>/g, '')
    assert.doesNotMatch(loaded, /https?:\/\//)
  })

  it('is in the language of its link before any script runs', async () => {
    for (const [query, lang] of [
      ['', 'en'],
      ['?lang=ja', 'ja'],
      ['?region=tw&lang=zh-Hant', 'zh-Hant'],
      ['?lang=%22%3E%3Cscript%3E', 'en'],
    ] as const) {
      const page = (await send(test.origin, `/${query}`)).body.toString()
      assert.ok(page.includes(`<html lang="${lang}">`), query)
    }
  })

  it('is told to be the same to whoever has it, and another one where the link shows another', async () => {
    const { headers } = await send(test.origin, '/?region=tw')
    const known = { headers: { 'If-None-Match': headers['etag'] ?? '' } }
    const again = await send(test.origin, '/?region=tw', known)
    assert.deepEqual([again.status, again.body.length], [304, 0])
    const other = await send(test.origin, '/?region=tw&lang=ko', known)
    assert.equal(other.status, 200)
  })

  it('has room in its head for tags that depend on the link', async () => {
    const pages = createTrackerPages({
      readDocument: () => '',
      headOf: (query) => [
        html`<meta property="og:title" content="${query.get('region') ?? ''}" />`,
      ],
    })
    const page = (await pages.get('/')?.body('region="tw"')) ?? ''
    assert.match(page, /<head>[^]*content="&quot;tw&quot;"[^]*<\/head>/)
  })

  it('has a script of at most 100 kB, compressed', async () => {
    const { body } = await send(test.origin, '/tracker/tracker.js')
    assert.ok(gzipSync(body).length <= SCRIPT_BYTES_MAX, `${gzipSync(body).length} bytes`)
    assert.match(body.toString(), /^\/\*! .*\/tracker\/licences\.txt/)
    const licences = (await send(test.origin, '/tracker/licences.txt')).body.toString()
    assert.match(licences, /^minisearch\n[^]*MIT[^]*\npreact\n[^]*MIT[^]*\nuplot\n[^]*MIT/)
  })

  it('is at most 90 kB in all, compressed', async () => {
    const paths = ['/', '/tracker/tracker.js', '/tracker/tracker.css']
    let bytes = (await send(test.origin, '/docs/assets/backline-sans.woff2')).body.length
    for (const path of paths) bytes += gzipSync((await send(test.origin, path)).body).length
    assert.ok(bytes <= PAGE_BYTES_MAX, `${bytes} bytes`)
  })

  it('opens no other path', async () => {
    checkRefusal(await send(test.origin, '//'), 'not_found')
    checkRefusal(await send(test.origin, '/tracker'), 'not_found')
    checkRefusal(await send(test.origin, '/tracker/'), 'not_found')
    checkRefusal(await send(test.origin, '/', { method: 'POST' }), 'method_not_allowed')
  })
})
