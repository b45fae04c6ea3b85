import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from '../app/config/read-config.ts'
import { createPortalOrigins } from './portal-origins.ts'

const originsOf = (environment: Readonly<Record<string, string>>) =>
  createPortalOrigins(readConfig(environment))

describe('the origins of the portal', () => {
  it('are the configured ones, regardless of the Host header', () => {
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

  it('default to the Host header for a loopback name', () => {
    const { portal, api } = originsOf({})
    for (const host of ['127.0.0.1:9000', 'localhost:9000', '[::1]:9000']) {
      assert.deepEqual([portal(host), api(host)], [`http://${host}`, `http://${host}`])
    }
  })

  it('never use any other Host header', () => {
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

  it('use a loopback name for a listener on every address', () => {
    assert.equal(originsOf({ BACKLINE_LISTEN: '0.0.0.0:80' }).portal(undefined), 'http://localhost')
    const apart = originsOf({ BACKLINE_PORTAL_LISTEN: '[::1]:8788' })
    assert.deepEqual(
      [apart.portal(undefined), apart.api('localhost:8788')],
      ['http://[::1]:8788', 'http://127.0.0.1:8787'],
    )
  })
})
