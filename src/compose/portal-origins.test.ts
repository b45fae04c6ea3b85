import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from '../config.ts'
import { createPortalOrigins } from './portal-origins.ts'

const originsOf = (environment: Readonly<Record<string, string>>) =>
  createPortalOrigins(readConfig(environment))

describe('the origins of the portal', () => {
  it('are those that are set, whatever a browser calls this server', () => {
    const both = { BACKLINE_PUBLIC_URL: 'https://data.example' }
    const one = originsOf(both)
    assert.deepEqual(
      [one.portal('localhost:1'), one.api('evil.example')],
      ['https://data.example', 'https://data.example'],
    )
    const two = originsOf({ ...both, BACKLINE_PORTAL_URL: 'https://portal.example' })
    assert.deepEqual(
      [two.portal('localhost:1'), two.api(undefined)],
      ['https://portal.example', 'https://data.example'],
    )
  })

  it('are what a browser of this machine calls it, where none is set', () => {
    const { portal, api } = originsOf({})
    for (const host of ['127.0.0.1:9000', 'localhost:9000', '[::1]:9000']) {
      assert.deepEqual([portal(host), api(host)], [`http://${host}`, `http://${host}`])
    }
  })

  it('are never what another browser calls it', () => {
    const { portal } = originsOf({})
    for (const host of [
      undefined,
      '',
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '127.evil.example',
      'localhost@evil.example',
      'evil.example#localhost',
      'evil.example/localhost',
      '\\evil.example',
    ]) {
      assert.equal(portal(host), 'http://127.0.0.1:8787', String(host))
    }
  })

  it('name a listener on every address by a name that leads to it from this machine', () => {
    assert.equal(originsOf({ BACKLINE_LISTEN: '0.0.0.0:80' }).portal(undefined), 'http://localhost')
    const apart = originsOf({ BACKLINE_PORTAL_LISTEN: '[::1]:8788' })
    assert.deepEqual(
      [apart.portal(undefined), apart.api('localhost:8788')],
      ['http://[::1]:8788', 'http://127.0.0.1:8787'],
    )
  })
})
