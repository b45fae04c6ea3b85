import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { checkRefusal } from '../harness/check-answer.ts'
import { send } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { LANGUAGES } from '../../src/platform/language.ts'
import { html } from '../../src/site/layout/html.ts'
import { createTrackerPages } from '../../src/site/tracker/tracker-pages.ts'
import { MESSAGES } from '../../web/tracker/messages/messages.ts'

/** What the script of the page may weigh, compressed. */
const SCRIPT_BYTES_MAX = 60_000

/** What a first visit may load before the data, in any language, compressed. */
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
    assert.match(page, /<body>[^]*\/docs\/public-data/)
    // Data for the script are no script.
    const foreign = /<script(?![^>]* (?:src="\/tracker\/|type="application\/json"))/
    assert.doesNotMatch(page, foreign)
    assert.doesNotMatch(page, /\son[a-z]+="|\sstyle="/)
    for (const [, address = ''] of page.matchAll(/\s(?:src|href)="(\/(?!status)[^"]+)"/g)) {
      assert.equal((await send(test.origin, address)).status, 200, address)
    }
    // What shows a preview of a link wants whole addresses: ours.
    const loaded = page.replaceAll(/<meta property[^>]*>|<link\s+rel="alternate"[^>]*>/g, '')
    assert.doesNotMatch(loaded, /https?:\/\//)
  })

  it('has its styles in itself, and a policy that allows no others', async () => {
    for (const path of ['/', '/archive', '/embed']) {
      const { headers, body } = await send(test.origin, path)
      const page = body.toString()
      assert.doesNotMatch(page, /rel="stylesheet"/, path)
      const [, ...styles] = page.split('<style>').map((part) => part.split('</style>')[0] ?? '')
      assert.equal(styles.length, 1, path)
      const digest = createHash('sha256').update(styles.join('')).digest('base64')
      const policy = headers['content-security-policy'] ?? ''
      assert.ok(policy.includes(`style-src 'self' 'sha256-${digest}';`), `${path}: ${policy}`)
    }
  })

  it('is in the language of its link before any script runs', async () => {
    for (const [query, lang] of [
      ['', 'en'],
      ['?lang=ja', 'ja'],
      ['?region=tw&lang=zh-Hant', 'zh-Hant'],
      ['?lang=%22%3E%3Cscript%3E', 'en'],
    ] as const) {
      const page = (await send(test.origin, `/${query}`)).body.toString()
      assert.ok(page.includes(`<html lang="${lang}"`), query)
    }
  })

  it('is in the language of the browser where the link names none', async () => {
    for (const [accepted, query, lang] of [
      ['ko-KR,ko;q=0.9,en;q=0.8', '', 'ko'],
      ['fr, zh-TW;q=0.5, ja;q=0.7', '', 'ja'],
      ['zh-HK', '', 'zh-Hant'],
      ['ja;q=0, en;q=0.1', '', 'en'],
      ['ja', '?lang=ko', 'ko'],
      ['fr', '', 'en'],
      [`${'x,'.repeat(2_000)}ja`, '', 'en'],
    ] as const) {
      const { headers, body } = await send(test.origin, `/${query}`, {
        headers: { 'Accept-Language': accepted },
      })
      const page = body.toString()
      assert.ok(page.includes(`<html lang="${lang}"`), accepted)
      assert.ok(page.includes(`"/tracker/tracker-${lang.toLowerCase()}.js"`), accepted)
      assert.match(headers['vary'] ?? '', /Accept-Language/)
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
    const page =
      (await pages
        .get('/')
        ?.body({ query: 'region="tw"', acceptLanguage: undefined, cookie: undefined })) ?? ''
    assert.match(page, /<head>[^]*content="&quot;tw&quot;"[^]*<\/head>/)
  })

  it('has a script of at most 60 kB, compressed, without texts of any language', async () => {
    const { body } = await send(test.origin, '/tracker/tracker.js')
    assert.ok(gzipSync(body).length <= SCRIPT_BYTES_MAX, `${gzipSync(body).length} bytes`)
    assert.match(body.toString(), /^\/\*! .*\/tracker\/licenses\.txt/)
    for (const { title, retry } of Object.values(MESSAGES)) {
      assert.ok(!body.includes(title) && !body.includes(retry), title)
    }
    const licenses = (await send(test.origin, '/tracker/licenses.txt')).body.toString()
    assert.match(licenses, /^minisearch\n[^]*MIT[^]*\npreact\n[^]*MIT[^]*\nuplot\n[^]*MIT/)
  })

  it('is at most 90 kB in all, compressed', async () => {
    const font = (await send(test.origin, '/docs/assets/backline-sans.woff2')).body.length
    for (const lang of LANGUAGES) {
      const page = await send(test.origin, `/?lang=${lang}`)
      const loaded = [...page.body.toString().matchAll(/(?:src|href)="(\/tracker\/[^"]+)"/g)]
      let bytes = font + brotliCompressSync(page.body).length
      for (const [, path = ''] of loaded) {
        bytes += brotliCompressSync((await send(test.origin, path)).body).length
      }
      assert.ok(loaded.length >= 3, lang)
      assert.ok(bytes <= PAGE_BYTES_MAX, `${lang}: ${bytes} bytes`)
    }
  })

  it('opens no other path', async () => {
    checkRefusal(await send(test.origin, '//'), 'not_found')
    checkRefusal(await send(test.origin, '/tracker'), 'not_found')
    checkRefusal(await send(test.origin, '/tracker/'), 'not_found')
    checkRefusal(await send(test.origin, '/', { method: 'POST' }), 'method_not_allowed')
  })
})
