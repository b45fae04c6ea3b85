import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { OPERATION_IDS } from '../../src/game/operations.ts'
import { PUBLIC_OPERATION_IDS } from '../../src/history/api/public-operations.ts'
import { ERROR_CODES } from '../../src/platform/http/service-error.ts'
import { ALL_GUIDES } from '../../src/site/docs/guides.ts'
import { renderLine, renderMarkdown } from '../../src/site/docs/render-markdown.ts'
import { resolveLink } from '../../src/site/docs/render-guide.ts'
import { html } from '../../src/site/html.ts'
import { checkRefusal } from '../harness/check-answer.ts'
import { send } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// The pages as a browser receives them: complete, without external resources, and with working
// links.
const PATHS = [
  '/docs',
  '/docs/reference',
  '/docs/public-reference',
  ...OPERATION_IDS.map((id) => `/docs/reference/${id}`),
  ...PUBLIC_OPERATION_IDS.map((id) => `/docs/public-reference/${id}`),
  ...ALL_GUIDES.map(({ slug }) => `/docs/${slug}`),
]
const folder = temporaryFolder()
const pages = new Map<string, string>()
let test: TestService

before(async () => {
  test = await startTestService({ folder })
  for (const path of PATHS) pages.set(path, (await send(test.origin, path)).body.toString())
})
after(() => test.stop())

describe('every page', () => {
  it('is HTML that loads and runs only files of this server', async () => {
    for (const path of PATHS) {
      const { status, headers } = await send(test.origin, path)
      assert.equal(status, 200, path)
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      const policy = headers['content-security-policy'] ?? ''
      assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/)
      assert.doesNotMatch(policy, /unsafe|http|\*/)
      const page = pages.get(path) ?? ''
      assert.doesNotMatch(
        page,
        /<script(?![^>]* src="\/docs\/)|\son[a-z]+="|\sstyle="|<style|javascript:/i,
      )
      for (const [, address = ''] of page.matchAll(/\s(?:src|href)="([^"]+)"/g)) {
        assert.match(address, /^(?:\/(?!\/)|#|https:\/\/)/, `${path}: ${address}`)
      }
      assert.equal([...page.matchAll(/<h1[ >]/g)].length, 1, `${path} has one heading`)
      assert.match(page, /<title>[^<]+ · Backline<\/title>/)
    }
  })

  it('links only to existing pages and sections', async () => {
    const linked = new Map<string, Awaited<ReturnType<typeof send>>>()
    for (const [path, page] of pages) {
      for (const [, address = ''] of page.matchAll(/\shref="([^"]+)"/g)) {
        if (address.startsWith('https:')) continue
        const [target = '', anchor] = address.split('#')
        const to = target === '' ? path : target
        const found = linked.get(to) ?? (await send(test.origin, to))
        linked.set(to, found)
        assert.equal(found.status, 200, `${path} → ${address}`)
        const body = pages.get(to) ?? found.body.toString()
        if (anchor !== undefined) assert.ok(body.includes(`id="${anchor}"`), `${path} → ${address}`)
      }
    }
  })

  it('redirects from its former path', async () => {
    for (const end of ['', '.md']) {
      const { status, headers } = await send(test.origin, `/docs/take-away${end}`)
      assert.deepEqual([status, headers['location']], [308, `/docs/exports${end}`])
    }
  })

  it('is 304 without a body for a client that has it', async () => {
    const { headers } = await send(test.origin, '/docs')
    const again = await send(test.origin, '/docs', {
      headers: { 'If-None-Match': headers['etag'] ?? '' },
    })
    assert.deepEqual([again.status, again.body.length], [304, 0])
  })
})

describe('the pages', () => {
  it('show every operation once, with a form to try it', () => {
    const reference = pages.get('/docs/reference') ?? ''
    for (const operation of OPERATION_IDS) {
      assert.equal(reference.split(`id="${operation}"`).length, 2, operation)
      assert.equal(reference.split(`data-operation="${operation}"`).length, 2, operation)
    }
  })

  it('show every public operation once, with a form to try it and no field for a key', () => {
    const reference = pages.get('/docs/public-reference') ?? ''
    for (const operation of PUBLIC_OPERATION_IDS) {
      assert.equal(reference.split(`id="${operation}"`).length, 2, operation)
      assert.equal(reference.split(`data-operation="${operation}"`).length, 2, operation)
    }
    assert.doesNotMatch(reference, /data-key-form|id="key"/)
  })

  it('show an operation alone with its messages, and link to the others of its group', () => {
    const page = pages.get('/docs/reference/event.ranking') ?? ''
    assert.equal(page.split('data-operation="').length, 2)
    assert.match(page, /<h1>The rows of an event board at the given ranks<\/h1>/)
    assert.match(
      page,
      /id="message-event.GetRankingListResponse"[^]*id="message-EventRankingEntry"/,
    )
    assert.doesNotMatch(page, /id="message-circle.SearchResponse"/)
    assert.match(page, /<h2>Events<\/h2>[^]*href="\/docs\/reference\/event.deck"/)
    assert.match(page, /href="\/docs\/reference\/event.ranking" aria-current="page"/)
    assert.match(pages.get('/docs/reference') ?? '', /href="\/docs\/reference\/event.ranking"/)
  })

  it('include the target of the type of every error', () => {
    const errors = pages.get('/docs/errors') ?? ''
    for (const code of ERROR_CODES) assert.ok(errors.includes(`id="${code}"`), code)
  })

  it('are available as text, and listed in llms.txt', async () => {
    const list = (await send(test.origin, '/llms.txt')).body.toString()
    const links = [...list.matchAll(/\]\((\/[^)#]+)/g)].map(([, link = '']) => link)
    assert.ok(links.length > 20)
    for (const link of new Set(links)) {
      assert.equal((await send(test.origin, link)).status, 200, link)
    }
  })

  it('are not served at unknown paths or for other methods', async () => {
    checkRefusal(await send(test.origin, '/docs/nothing'), 'not_found')
    checkRefusal(await send(test.origin, '/docs/'), 'not_found')
    checkRefusal(await send(test.origin, '/docs/assets/../../package.json'), 'not_found')
    checkRefusal(await send(test.origin, '/docs', { method: 'POST' }), 'method_not_allowed')
  })
})

describe('text written into pages', () => {
  it('is escaped', () => {
    const evil = `<script>alert("1")</script>&'`
    const escaped = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;'
    assert.equal(
      html`<p title="${evil}">${[evil, false, undefined]}</p>`.text,
      `<p title="${escaped}">${escaped}</p>`,
    )
  })

  it('is not HTML when it comes from a document', () => {
    const { body } = renderMarkdown(
      'a <img src=x onerror=alert(1)> b\n\n<script>x</script>',
      () => undefined,
    )
    assert.doesNotMatch(body.text, /<img|<script/)
    assert.doesNotMatch(renderLine('a <b>c</b> <script>x</script>').text, /<script|<b>/)
  })

  it('links from documents to pages, and not to missing pages', () => {
    assert.equal(resolveLink('docs/limits.md', 'errors.md#not_found'), '/docs/errors#not_found')
    assert.equal(resolveLink('CHANGELOG.md', 'docs/gateway.md'), '/docs/gateway')
    assert.equal(resolveLink('docs/limits.md', '#all-headers'), '#all-headers')
    assert.equal(resolveLink('docs/limits.md', 'https://example.org'), 'https://example.org')
    assert.equal(
      resolveLink('docs/clients.md', '../client/python/backline.py'),
      '/docs/files/backline.py',
    )
    assert.equal(resolveLink('docs/gateway.md', '../src/main.ts'), undefined)
  })
})
