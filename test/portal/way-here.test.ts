import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { startPortal } from './start-portal.ts'

/** The pages from which people go on to the portal. */
const PAGES = ['/', '/docs', '/docs/quickstart', '/status']

describe('the way to the portal', () => {
  const places: readonly (readonly [
    name: string,
    environment: Readonly<Record<string, string>>,
    link: string | undefined,
  ])[] = [
    ['stands on every page beside it', {}, '/portal'],
    ['is nowhere where the portal is off', { BACKLINE_PORTAL_LISTEN: 'off' }, undefined],
    [
      'leads to the origin that is set',
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
          // The guide of that name is there in any case.
          const found = [...page.matchAll(/<a[^>]* href="([^"]*\/portal)"[^>]*>/g)]
            .map(([, address]) => address)
            .filter((address) => address !== '/docs/portal')
          if (link === undefined) assert.deepEqual(found, [], path)
          else assert.ok(found.length > 0 && found.every((one) => one === link), path)
          // The tracker's script makes the page anew, and reads there where it leads.
          if (path === '/') assert.match(page, new RegExp(`data-portal="${link ?? ''}"`))
        }
        if (link === '/portal') assert.equal((await send(test.origin, link)).status, 200)
      } finally {
        await test.stop()
      }
    })
  }
})
