import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readReturnPath } from './parse-return-path.ts'

describe('the destination of a sign-in', () => {
  it('is a page of the portal', () => {
    for (const path of [
      '/portal',
      '/portal/',
      '/portal/applications/AbC_-123',
      '/portal/usage?from=2026-01-01&region=jp',
    ]) {
      assert.equal(readReturnPath(path), path)
    }
  })

  for (const path of [
    undefined,
    ['/portal/usage', '/portal'],
    '',
    'portal',
    '/',
    '/docs',
    '/portals',
    '/portal.evil.example',
    '/portal@evil.example',
    '//evil.example',
    '//evil.example/portal',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/portal//evil.example',
    '/portal/\\evil.example',
    '/portal/../../evil',
    '/portal/..//evil.example',
    '/portal/./usage',
    '/portal/%2e%2e/docs',
    '/portal/%2F%2Fevil.example',
    '/portal/%5cevil.example',
    'https://evil.example/portal',
    'https:evil.example',
    'https:/portal',
    'javascript:alert(1)',
    '/portal/usage\r\nSet-Cookie: a=b',
    '/portal/usage\n',
    '/\t/evil.example',
    ' /portal/usage',
    '/portal/usage#there',
    '/portal?to=//evil.example',
    '/portal/sign-in',
    '/portal/sign-in/provider?to=/portal',
    '/portal/api/v1/sessions',
    `/portal/${'a'.repeat(200)}`,
  ]) {
    it(`is never ${JSON.stringify(path)?.slice(0, 60)}`, () => {
      assert.equal(readReturnPath(path), '/portal')
    })
  }

  it('is always a path of the portal on its origin', () => {
    const pieces = fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      'portal',
      '/portal',
      'evil.example',
      ':',
      '@',
      '?',
      '#',
      '\t',
      'https:',
    )
    const texts = fc.oneof(
      fc.string(),
      fc.array(pieces, { maxLength: 8 }).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const url = new URL(readReturnPath(text), 'https://data.example')
        assert.equal(url.origin, 'https://data.example')
        assert.match(url.pathname, /^\/portal(?:\/|$)/)
      }),
      { numRuns: 5_000 },
    )
  })
})
