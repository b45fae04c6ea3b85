import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from '../../app/config/read-config.ts'
import { portalLink } from './portal-link.ts'

describe('portal link', () => {
  it('is the URL of the portal for browsers, or absent if unknown', () => {
    const cases = [
      [{}, '/portal'],
      [{ BACKLINE_PORTAL_LISTEN: 'off' }, undefined],
      [{ BACKLINE_PORTAL_LISTEN: 'off', BACKLINE_PORTAL_URL: 'https://portal.example' }, undefined],
      [{ BACKLINE_PUBLIC_URL: 'https://api.example' }, 'https://api.example/portal'],
      [{ BACKLINE_PORTAL_URL: 'https://portal.example' }, 'https://portal.example/portal'],
      [{ BACKLINE_PORTAL_LISTEN: '127.0.0.1:8789' }, undefined],
      [
        {
          BACKLINE_PORTAL_LISTEN: '127.0.0.1:8789',
          BACKLINE_PORTAL_URL: 'https://portal.example',
        },
        'https://portal.example/portal',
      ],
    ] as const
    for (const [environment, link] of cases) {
      assert.equal(portalLink(readConfig(environment)), link, JSON.stringify(environment))
    }
  })
})
