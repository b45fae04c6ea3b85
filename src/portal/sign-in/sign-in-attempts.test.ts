import assert from 'node:assert/strict'
import { randomFillSync } from 'node:crypto'
import { describe, it } from 'node:test'
import { createPepper } from '../../accounts/keys/pepper.ts'
import { MINUTE_MS } from '../../platform/time/time-units.ts'
import { createAttempts } from './sign-in-attempts.ts'

function scene(secret = 'a pepper of at least 32 characters') {
  const clock = { nowMs: 1_790_000_000_000 }
  const attempts = createAttempts({
    pepper: createPepper(secret),
    fillRandom: (bytes) => void randomFillSync(bytes),
    nowMs: () => clock.nowMs,
  })
  return { clock, attempts }
}

describe('a sign-in attempt', () => {
  it('can be opened unchanged for ten minutes', () => {
    const { clock, attempts } = scene()
    const attempt = attempts.start({ to: '/portal/usage', addsTo: 'somebody' })
    const sealed = attempts.seal(attempt)
    assert.deepEqual(attempts.open(sealed), attempt)
    clock.nowMs += 10 * MINUTE_MS - 1
    assert.deepEqual(attempts.open(sealed), attempt)
    clock.nowMs += 1
    assert.equal(attempts.open(sealed), undefined)
  })

  it('has new secrets and a new ciphertext each time', () => {
    const { attempts } = scene()
    const [one, two] = [attempts.start({ to: '/portal' }), attempts.start({ to: '/portal' })]
    assert.equal(new Set([...Object.values(one), ...Object.values(two)]).size, 7)
    assert.notEqual(attempts.seal(one), attempts.seal(one))
  })

  it('is opened by every process with the same pepper, and by no other', () => {
    const { attempts } = scene()
    const sealed = attempts.seal(attempts.start({ to: '/portal' }))
    assert.ok(scene().attempts.open(sealed))
    const other = scene('another pepper of at least 32 characters')
    assert.equal(other.attempts.open(sealed), undefined)
  })

  it('is rejected once any byte of it was changed or truncated', () => {
    const { attempts } = scene()
    const sealed = Buffer.from(attempts.seal(attempts.start({ to: '/portal' })), 'base64url')
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      assert.equal(attempts.open(changed.toString('base64url')), undefined, String(at))
      assert.equal(attempts.open(sealed.subarray(0, at).toString('base64url')), undefined)
    }
  })
})
