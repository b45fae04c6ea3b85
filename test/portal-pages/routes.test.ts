import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  pathTo,
  ROUTES,
  parseRoute,
  safePath,
  type PageName,
} from '../../web/portal/layout/route.ts'

describe('places of the portal', () => {
  it('are read from the paths that they are written as, whatever they name', () => {
    for (const page of Object.keys(ROUTES) as PageName[]) {
      const id = ROUTES[page].includes('{id}') ? 'a/b%#?ü <' : ''
      const { page: read, id: named } = parseRoute({ pathname: pathTo(page, id), search: '' })
      assert.deepEqual([read, named], [page, id])
    }
  })

  it('are none where no page is', () => {
    for (const pathname of [
      '/portal/nothing',
      '/portal/applications',
      '/portal/applications/a/b',
      '/portal/applications/%zz',
      '/',
    ]) {
      assert.equal(parseRoute({ pathname, search: '' }).page, undefined, pathname)
    }
    assert.equal(parseRoute({ pathname: '/portal/', search: '' }).page, 'applications')
  })

  it('that a link leads to are of the portal alone', () => {
    for (const path of [
      '/portal',
      '/portal/usage?key=k_1&range=7d',
      '/portal/applications/a-b_C',
    ]) {
      assert.equal(safePath(path), path)
    }
    for (const path of [
      null,
      '',
      'portal',
      '//evil.example',
      '/\\evil.example',
      '/portal\\..\\..',
      '/portal//evil.example',
      '/portalevil',
      '/portal@evil.example',
      'https://evil.example/portal',
      'javascript:alert(1)//portal',
      '/portal\n',
      '/portal/#secret',
    ]) {
      assert.equal(safePath(path), '/portal', String(path))
    }
  })
})
