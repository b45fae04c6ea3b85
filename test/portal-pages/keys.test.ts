import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS } from '../../src/platform/time/time-units.ts'
import { keyName, keyNameWithId, keyState } from '../../web/portal/keys/key-state.ts'
import { parseName } from '../../web/portal/components/parse-name.ts'
import { MADE_MS, portalKey } from '../harness/portal-answers.ts'

describe('a key on the page', () => {
  it('stands as the portal says, and the times tell why', () => {
    const at = MADE_MS
    const cases = [
      ['active', { expiresAtMs: at + 15 * DAY_MS }],
      ['expiring', { expiresAtMs: at + 13 * DAY_MS }],
      ['overlap', { expiresAtMs: at + DAY_MS, replacedBy: 'new' }],
      ['rotated', { isActive: false, expiresAtMs: at - 1, replacedBy: 'new' }],
      ['expired', { isActive: false, expiresAtMs: at - 1 }],
      ['revoked', { isActive: false, revokedAtMs: at - 1, replacedBy: 'new' }],
    ] as const
    for (const [state, changes] of cases) assert.equal(keyState(portalKey(changes), at), state)
    const { expiresAtMs: _, ...forEver } = portalKey()
    assert.equal(keyState(forEver, at), 'active')
  })

  it('goes by its id where nobody named it', () => {
    assert.equal(keyName({ name: '', keyId: 'k' }), 'k')
    assert.equal(keyName({ name: 'n', keyId: 'k' }), 'n')
    assert.equal(keyNameWithId({ name: '', keyId: 'k' }), 'k')
    assert.equal(keyNameWithId({ name: 'n', keyId: 'k' }), 'n (k)')
  })

  it('is named with what the portal takes, and with nothing else', () => {
    assert.equal(parseName('  a b  '), 'a b')
    assert.equal(parseName('x'.repeat(100)), 'x'.repeat(100))
    for (const text of ['', '   ', 'a\u0000b', 'a\u2028b', 'a\nb', 'x'.repeat(101)]) {
      assert.equal(parseName(text), undefined, JSON.stringify(text))
    }
  })
})
