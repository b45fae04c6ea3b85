import assert from 'node:assert/strict'
import { randomFillSync } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { randomBase62 } from '../../platform/text/random-base62.ts'
import { generateKey, keyIdOf } from './developer-key.ts'

const fillRandom = (bytes: Uint8Array) => void randomFillSync(bytes)

describe('a developer key', () => {
  it('has the format that scanners expect, and contains its public id', () => {
    for (let round = 0; round < 200; round += 1) {
      const { keyId, text } = generateKey(fillRandom)
      assert.match(text, /^bkl_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/)
      assert.ok(text.startsWith(`bkl_${keyId}_`))
      assert.equal(keyIdOf(text), keyId)
    }
  })

  it('is invalid with any one character changed, missing or added', () => {
    const { text } = generateKey(fillRandom)
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.string({ minLength: 0, maxLength: 2 }),
        (at, other) => {
          const torn = text.slice(0, at) + other + text.slice(at + 1)
          assert.equal(keyIdOf(torn), torn === text ? keyIdOf(text) : undefined)
        },
      ),
    )
  })

  it('is generated without bias', () => {
    const counts = new Map<string, number>()
    for (const letter of randomBase62(62_000, fillRandom)) {
      counts.set(letter, (counts.get(letter) ?? 0) + 1)
    }
    assert.equal(counts.size, 62)
    // Each letter is expected 1,000 times, ± 32; six deviations do not occur by chance.
    for (const count of counts.values()) assert.ok(Math.abs(count - 1_000) < 200)
  })

  it('discards the bytes that would favor the first letters', () => {
    let next = 255
    const text = randomBase62(3, (bytes) => {
      for (const index of bytes.keys()) bytes[index] = next
      next = next === 255 ? 61 : next
    })
    assert.equal(text, 'zzz')
  })
})
