import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { ERROR_CODES } from '../../src/platform/http/errors/service-error.ts'
import { TRANSLATED_GUIDES } from '../../src/site/docs/guides.ts'
import { DOWNLOADS } from '../../src/site/docs/downloads.ts'
import { renderLine, renderMarkdown } from '../../src/site/docs/render-markdown.ts'
import { resolveLink } from '../../src/site/docs/render-guide.ts'
import { html } from '../../src/site/layout/html.ts'
import { checkRefusal } from '../harness/check-answer.ts'
import { send } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { DOC_PATHS as PATHS } from './doc-paths.ts'

// The pages as a browser receives them: complete, without external resources, and with working
// links.
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

  it('names its version, with the changes and the OpenAPI documents of it, and links to the status', async () => {
    for (const file of ['/api/open/openapi.json', '/api/public/openapi.json']) {
      const { body } = await send(test.origin, file)
      const { info } = JSON.parse(body.toString()) as {
        readonly info: { readonly version: string }
      }
      for (const [path, page] of pages) {
        assert.ok(page.includes(`<summary>Version <b>${info.version}</b></summary>`), path)
        assert.match(page, new RegExp(`#unreleased">Changes in ${info.version} `), path)
        assert.ok(page.includes(`href="${file}"`), path)
        assert.match(page, /<footer[^]*<a href="\/status">[^]*<\/footer>/, path)
      }
    }
  })

  it('links to itself in other languages, and says in which it is', () => {
    for (const { slug, language, original } of TRANSLATED_GUIDES) {
      const page = pages.get(`/docs/${slug}`) ?? ''
      assert.ok(page.includes(`<html lang="${language}"`), slug)
      for (const one of [page, pages.get(`/docs/${original.slug}`) ?? '']) {
        assert.ok(one.includes(`hreflang="${language}" href="/docs/${slug}"`), slug)
        assert.ok(one.includes(`hreflang="en" href="/docs/${original.slug}"`), slug)
      }
    }
  })

  it('lists the pages of its group before those of others', () => {
    const groupOf = (path: string) => /<h2>(I [^<]+|When [^<]+|To [^<]+)</.exec(sideOf(path))?.[1]
    const sideOf = (path: string) => pages.get(path)?.split('<nav class="side"')[1] ?? ''
    assert.equal(groupOf('/docs/overload'), 'I run a server')
    assert.equal(groupOf('/docs/versions'), 'To look up')
    assert.equal(groupOf('/docs'), 'I write a bot or a site')
  })

  it('redirects from its former path', async () => {
    for (const end of ['', '.md']) {
      const { status, headers } = await send(test.origin, `/docs/take-away${end}`)
      assert.deepEqual([status, headers['location']], [308, `/docs/mirror-history${end}`])
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
  it('include the target of the type of every error', () => {
    const errors = pages.get('/docs/errors') ?? ''
    for (const code of ERROR_CODES) assert.ok(errors.includes(`id="${code}"`), code)
  })

  it('are available as Markdown at their address with .md', async () => {
    for (const path of PATHS) {
      const { status, headers, body } = await send(test.origin, `${path}.md`)
      assert.equal(status, 200, path)
      assert.equal(headers['content-type'], 'text/markdown; charset=utf-8', path)
      assert.match(body.toString(), /^(?:<!--[^]*?-->\s*)?# \S/, path)
      const link = `<link rel="alternate" type="text/markdown" href="${path}.md"`
      assert.ok(pages.get(path)?.includes(link), path)
    }
  })

  it('are listed in llms.txt as Markdown', async () => {
    const list = (await send(test.origin, '/llms.txt')).body.toString()
    const links = [...list.matchAll(/\]\((\/[^)#]+)/g)].map(([, link = '']) => link)
    assert.ok(links.length > 20)
    for (const link of new Set(links)) {
      assert.equal((await send(test.origin, link)).status, 200, link)
    }
    const listed = new Set(links)
    const [start, ...others] = PATHS
    assert.equal(start, '/docs')
    const isOperation = (path: string) => /reference\/[^/]*\./.test(path)
    const isGuide = (path: string) => /^\/docs\/[^/]+$/.test(path) && !path.includes('reference')
    for (const path of others) {
      if (isOperation(path) || isGuide(path)) assert.ok(listed.has(`${path}.md`), path)
    }
  })

  it('are not served at unknown paths or for other methods', async () => {
    checkRefusal(await send(test.origin, '/docs/nothing'), 'not_found')
    checkRefusal(await send(test.origin, '/docs/'), 'not_found')
    checkRefusal(await send(test.origin, '/docs/assets/../../package.json'), 'not_found')
    checkRefusal(await send(test.origin, '/docs', { method: 'POST' }), 'method_not_allowed')
  })
})

describe('a picture of a document', () => {
  for (const [path, { file, pixels }] of Object.entries(DOWNLOADS)) {
    if (!file.startsWith('docs/images/')) continue
    it(`reserves its place while it loads: ${path}`, async () => {
      const { width, height } = await sharp(file).metadata()
      assert.deepEqual(pixels, [width, height])
    })
  }
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
