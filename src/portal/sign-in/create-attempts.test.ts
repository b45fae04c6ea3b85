import assert from 'node:assert/strict'
import { randomFillSync } from 'node:crypto'
import { describe, it } from 'node:test'
import { createPepper } from '../../access/pepper.ts'
import { MINUTE_MS } from '../../domain/time-units.ts'
import { createAttempts } from './create-attempts.ts'

function scene(secret = 'a pepper of at least 32 characters') {
  const clock = { nowMs: 1_790_000_000_000 }
  const attempts = createAttempts({
    pepper: createPepper(secret),
    fillRandom: (bytes) => void randomFillSync(bytes),
    nowMs: () => clock.nowMs,
  })
  return { clock, attempts }
}

describe('an attempt to sign in', () => {
  it('comes back as it was, for ten minutes', () => {
    const { clock, attempts } = scene()
    const attempt = attempts.begin({ to: '/portal/usage', addsTo: 'somebody' })
    const sealed = attempts.seal(attempt)
    assert.deepEqual(attempts.open(sealed), attempt)
    clock.nowMs += 10 * MINUTE_MS - 1
    assert.deepEqual(attempts.open(sealed), attempt)
    clock.nowMs += 1
    assert.equal(attempts.open(sealed), undefined)
  })

  it('is another one each time, and so is its seal', () => {
    const { attempts } = scene()
    const [one, two] = [attempts.begin({ to: '/portal' }), attempts.begin({ to: '/portal' })]
    assert.equal(new Set([...Object.values(one), ...Object.values(two)]).size, 7)
    assert.notEqual(attempts.seal(one), attempts.seal(one))
  })

  it('is opened by every process that has the pepper, and by no other', () => {
    const { attempts } = scene()
    const sealed = attempts.seal(attempts.begin({ to: '/portal' }))
    assert.ok(scene().attempts.open(sealed))
    const other = scene('another pepper of at least 32 characters')
    assert.equal(other.attempts.open(sealed), undefined)
  })

  it('is nothing once any byte of it was changed, or cut off', () => {
    const { attempts } = scene()
    const sealed = Buffer.from(attempts.seal(attempts.begin({ to: '/portal' })), 'base64url')
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      assert.equal(attempts.open(changed.toString('base64url')), undefined, String(at))
      assert.equal(attempts.open(sealed.subarray(0, at).toString('base64url')), undefined)
    }
  })
})
