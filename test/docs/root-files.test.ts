import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ALL_GUIDES } from '../../src/site/docs/guides.ts'
import { send } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// The files that browsers and crawlers request at the root of a server.
const PUBLIC_URL = 'https://backline.example'
const folder = temporaryFolder()
let test: TestService

describe('a server that knows its public address', () => {
  before(async () => {
    test = await startTestService({ folder, environment: { BACKLINE_PUBLIC_URL: PUBLIC_URL } })
  })
  after(() => test.stop())

  it('has a sitemap of all pages with absolute addresses that exist', async () => {
    const { status, headers, body } = await send(test.origin, '/sitemap.xml')
    assert.deepEqual([status, headers['content-type']], [200, 'application/xml'])
    const addresses = [...body.toString().matchAll(/<loc>([^<]*)<\/loc>/g)].map(
      ([, address = '']) => address,
    )
    for (const path of ['/', '/docs', '/docs/reference', '/status']) {
      assert.ok(addresses.includes(PUBLIC_URL + path), path)
    }
    for (const { slug } of ALL_GUIDES) assert.ok(addresses.includes(`${PUBLIC_URL}/docs/${slug}`))
    assert.equal(new Set(addresses).size, addresses.length)
    for (const address of addresses) {
      assert.ok(address.startsWith(`${PUBLIC_URL}/`), address)
      const page = await send(test.origin, address.slice(PUBLIC_URL.length))
      assert.equal(page.status, 200, address)
      assert.match(page.headers['content-type'] ?? '', /^text\/html/, address)
    }
  })

  it('names the sitemap in robots.txt, and keeps crawlers from keyed data and the portal', async () => {
    const { status, headers, body } = await send(test.origin, '/robots.txt')
    assert.deepEqual([status, headers['content-type']], [200, 'text/plain; charset=utf-8'])
    const lines = body.toString().split('\n')
    assert.ok(lines.includes(`Sitemap: ${PUBLIC_URL}/sitemap.xml`))
    assert.ok(lines.includes('Disallow: /portal'))
    assert.ok(lines.includes('Disallow: /api/open/v1/'))
    // Link previews need chart images.
    const disallowed = lines.flatMap((line) => /^Disallow: (.*)/.exec(line)?.[1] ?? [])
    assert.ok(disallowed.every((path) => !'/api/public/v1/'.startsWith(path)))
  })

  it('has a manifest whose icons have the size that it says', async () => {
    const { status, headers, body } = await send(test.origin, '/site.webmanifest')
    assert.deepEqual([status, headers['content-type']], [200, 'application/manifest+json'])
    const { icons, ...others } = JSON.parse(body.toString()) as {
      readonly icons: readonly { src: string; type: string; sizes: string; purpose?: string }[]
      readonly start_url: string
      readonly display: string
    }
    assert.deepEqual([others.start_url, others.display], ['/', 'standalone'])
    assert.ok(icons.some(({ purpose }) => purpose === 'maskable'))
    for (const { src, type, sizes } of icons) {
      const icon = await send(test.origin, src)
      assert.deepEqual([icon.status, icon.headers['content-type']], [200, type], src)
      if (type !== 'image/png') continue
      const [width, height] = [icon.body.readUInt32BE(16), icon.body.readUInt32BE(20)]
      assert.equal(`${width}x${height}`, sizes, src)
    }
    const head = await send(test.origin, '/site.webmanifest', { method: 'HEAD' })
    assert.deepEqual([head.status, head.body.length], [200, 0])
  })

  it('has an icon for browsers that ask for none', async () => {
    const { status, headers, body } = await send(test.origin, '/favicon.ico')
    assert.deepEqual([status, headers['content-type']], [200, 'image/x-icon'])
    assert.deepEqual([...body.subarray(0, 6)], [0, 0, 1, 0, 3, 0], 'three images')
    const head = await send(test.origin, '/favicon.ico', { method: 'HEAD' })
    assert.deepEqual([head.status, head.body.length], [200, 0])
  })
})

it('the sitemap of a server that knows no public address has those of its listener', async () => {
  const listening = await startTestService({ folder: temporaryFolder() })
  try {
    const { body } = await send(listening.origin, '/sitemap.xml')
    const addresses = [...body.toString().matchAll(/<loc>([^<]*)<\/loc>/g)]
    assert.ok(addresses.length > 0)
    for (const [, address = ''] of addresses) assert.match(address, /^http:\/\/127\.0\.0\.1:/)
    const robots = await send(listening.origin, '/robots.txt')
    assert.doesNotMatch(robots.body.toString(), /Sitemap/)
  } finally {
    await listening.stop()
  }
})
