import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { startPortal } from './start-portal.ts'

/** The pages that link to the portal. */
const PAGES = ['/', '/docs', '/docs/quickstart', '/status']

describe('the link to the portal', () => {
  const places: readonly (readonly [
    name: string,
    environment: Readonly<Record<string, string>>,
    link: string | undefined,
  ])[] = [
    ['is on every page', {}, '/portal'],
    ['is absent when the portal is off', { BACKLINE_PORTAL_LISTEN: 'off' }, undefined],
    [
      'leads to the configured origin',
      { BACKLINE_PORTAL_URL: 'https://portal.example' },
      'https://portal.example/portal',
    ],
  ]
  for (const [name, environment, link] of places) {
    it(name, async () => {
      const test = await startPortal({ folder: temporaryFolder(), environment })
      try {
        for (const path of PAGES) {
          const { status, body } = await send(test.origin, path)
          const page = body.toString()
          assert.equal(status, 200, path)
          // The guide about it exists in any case.
          const found = [...page.matchAll(/<a[^>]* href="([^"]*\/portal)"[^>]*>/g)]
            .map(([, address]) => address)
            .filter((address) => address !== '/docs/portal')
          if (link === undefined) assert.deepEqual(found, [], path)
          else assert.ok(found.length > 0 && found.every((one) => one === link), path)
          // The tracker's script renders the page again and reads the link from it.
          if (path === '/') assert.match(page, new RegExp(`data-portal="${link ?? ''}"`))
        }
        if (link === '/portal') assert.equal((await send(test.origin, link)).status, 200)
      } finally {
        await test.stop()
      }
    })
  }
})
