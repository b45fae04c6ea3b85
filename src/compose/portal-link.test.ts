import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from '../config.ts'
import { portalLink } from './portal-link.ts'

describe('the link to the portal', () => {
  it('leads to where browsers find the portal, and nowhere where nobody knows that', () => {
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
