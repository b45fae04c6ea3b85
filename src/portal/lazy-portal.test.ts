import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { LazyPortal, type PortalApplication } from './lazy-portal.ts'

const BROWSER = { Accept: 'text/html', 'Accept-Language': 'ja' }

const scene = {
  opened: 0,
  closed: 0,
  failure: undefined as Error | undefined,
  maintenanceLeftS: 0,
  faults: [] as unknown[],
  names: [] as string[],
}

let server: Server
let origin = ''
let portal: LazyPortal

before(async () => {
  portal = new LazyPortal({
    open: async (about) => {
      scene.opened += 1
      if (scene.failure !== undefined) throw scene.failure
      return {
        routing: (incoming, outgoing) => {
          const facts = about(incoming)
          facts.name('portal.test')
          outgoing.end(`${facts.requestId} ${facts.network}`)
        },
        close: async () => {
          scene.closed += 1
        },
      } satisfies PortalApplication
    },
    onFault: (requestId, error) => scene.faults.push([requestId, error]),
    renderErrorPage: ({ status, code, retryAfterS, isPlanned, acceptLanguage }) =>
      [status, code, retryAfterS, isPlanned, acceptLanguage].join(' '),
    maintenanceLeftS: () => scene.maintenanceLeftS,
  })
  server = createServer((incoming, outgoing) => {
    const about = { requestId: 'the-id', network: () => 'the-network', operation: '' }
    void portal.serve(incoming, outgoing, about).then(() => scene.names.push(about.operation))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

after(() => {
  server.closeAllConnections()
  server.close()
})

describe('a portal that cannot be opened', () => {
  it('answers a browser with a page and a program with a problem document', async () => {
    scene.failure = new Error('no room for the secret')
    const page = await fetch(`${origin}/portal`, { headers: BROWSER })
    assert.equal(page.status, 503)
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
    assert.equal(await page.text(), '503 unavailable 5 false ja')
    for (const [path, headers] of [
      ['/portal', {}],
      ['/portal/api/v1/sign-in', BROWSER],
    ] as const) {
      const answer = await fetch(`${origin}${path}`, { headers })
      const { status, headers: lines } = answer
      assert.deepEqual([status, lines.get('retry-after')], [503, '5'])
      assert.equal(lines.get('content-type'), 'application/problem+json')
      assert.equal(lines.get('x-request-id'), 'the-id')
      const problem = (await answer.json()) as Readonly<Record<string, unknown>>
      assert.deepEqual([problem['code'], problem['requestId']], ['unavailable', 'the-id'])
      assert.doesNotMatch(JSON.stringify(problem), /secret/)
    }
    assert.deepEqual(
      scene.faults,
      Array.from({ length: 3 }, () => ['the-id', scene.failure]),
    )
  })

  it('says to come back after planned maintenance', async () => {
    scene.maintenanceLeftS = 600
    const answer = await fetch(`${origin}/portal`, { headers: BROWSER })
    assert.equal(answer.headers.get('retry-after'), '600')
    assert.equal(await answer.text(), '503 unavailable 600 true ja')
  })

  it('is opened by the next request once the cause is gone, and then only once', async () => {
    const { opened } = scene
    scene.failure = undefined
    const texts = await Promise.all(
      Array.from({ length: 3 }, async () => (await fetch(`${origin}/portal`)).text()),
    )
    assert.deepEqual(texts, Array(3).fill('the-id the-network'))
    assert.equal(scene.opened, opened + 1)
    assert.equal(scene.names.at(-1), 'portal.test')
    await portal.close()
    assert.equal(scene.closed, 1)
  })
})
