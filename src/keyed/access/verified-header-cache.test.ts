import assert from 'node:assert/strict'
import { randomFillSync } from 'node:crypto'
import { describe, it } from 'node:test'
import type { StoredKey } from '../../accounts/keys/key-store.ts'
import { generateKey } from '../../accounts/keys/developer-key.ts'
import { createPepper } from '../../accounts/keys/pepper.ts'
import { createVerifiedHeaderCache } from './verified-header-cache.ts'

const EXPIRES_MS = 1_000

function scene() {
  const pepper = createPepper('a pepper for a test of thirty-two')
  const [good, other] = [newText(), newText()]
  const state = { macs: 0 }
  const current = new Set<StoredKey>()
  const counted = {
    ...pepper,
    mac: (text: string) => {
      state.macs += 1
      return pepper.mac(text)
    },
  }
  const headers = createVerifiedHeaderCache(counted, (key) => current.has(key))
  const entry = (fields: Partial<StoredKey> = {}) => {
    const key = { mac: pepper.mac(good), expiresAtMs: EXPIRES_MS, ...fields } as StoredKey
    current.add(key)
    return key
  }
  /** Verifies a header; returns the result and the number of MACs computed. */
  const verify = (key: StoredKey | undefined, text: string, nowMs = 0) => {
    const before = state.macs
    const header = `Bearer ${text}`
    const said =
      headers.find(header, nowMs) === undefined
        ? headers.verify(key, text, header, nowMs)
        : 'active'
    return [said, state.macs - before]
  }
  return { good, other, entry, verify, current, headers }
}

function newText(): string {
  return generateKey((bytes) => void randomFillSync(bytes)).text
}

describe('the verified header cache', () => {
  it('verifies a header once while the entry of its key is current', () => {
    const { good, entry, verify, current } = scene()
    const [first, second] = [entry(), entry()]
    assert.deepEqual(verify(first, good), ['active', 1])
    assert.deepEqual(verify(first, good), ['active', 0])
    current.delete(first)
    assert.deepEqual(verify(second, good), ['active', 1])
    assert.deepEqual(verify(second, good), ['active', 0])
    current.delete(second)
    assert.deepEqual(verify(undefined, good), ['mismatch', 1])
  })

  it('treats every rejected header alike, whatever was verified before', () => {
    const { good, other, entry, verify, current } = scene()
    const key = entry()
    verify(key, good)
    assert.deepEqual(verify(key, other), ['mismatch', 1])
    assert.deepEqual(verify(key, good, EXPIRES_MS), ['inactive', 1])
    assert.deepEqual(verify(key, good), ['active', 0])
    current.delete(key)
    const revoked = entry({ revokedAtMs: 0 })
    assert.deepEqual(verify(revoked, good), ['inactive', 1])
    assert.deepEqual(verify(revoked, good), ['inactive', 1])
    assert.deepEqual(verify(undefined, good), ['mismatch', 1])
  })

  it('does not cache a text that is not the key', () => {
    const { good, other, entry, verify } = scene()
    const key = entry()
    assert.deepEqual(verify(key, other), ['mismatch', 1])
    assert.deepEqual(verify(key, other), ['mismatch', 1])
    assert.deepEqual(verify(key, good), ['active', 1])
  })

  it('caches a bounded number of headers, however one key is spelled', () => {
    const { good, entry, headers } = scene()
    const key = entry()
    const header = (nth: number) => `Bearer ${' '.repeat(nth % 100)}${good}${nth}`
    const known = () =>
      Array.from({ length: 20_001 }, (_, nth) => headers.find(header(nth), 0)).filter(
        (one) => one === key,
      ).length
    for (let nth = 0; nth < 20_000; nth += 1) headers.verify(key, good, header(nth), 0)
    headers.verify(key, good, header(0), 0)
    assert.equal(known(), 20_000, 'verifying one again evicts none')
    headers.verify(key, good, header(20_000), 0)
    assert.equal(known(), 20_000, 'a further one replaces one')
  })

  it('verifies few headers again when a tenth more of them rotate than fit', () => {
    const { good, entry, headers } = scene()
    const key = entry()
    let proofs = 0
    const pass = () => {
      proofs = 0
      for (let nth = 0; nth < 22_000; nth += 1) {
        if (headers.find(`Bearer ${good}${nth}`, 0) === key) continue
        proofs += 1
        headers.verify(key, good, `Bearer ${good}${nth}`, 0)
      }
    }
    for (let passes = 0; passes < 5; passes += 1) pass()
    assert.ok(proofs > 1_000 && proofs < 6_600, `${proofs} of 22,000`)
  })

  it('verifies a header that is longer than a key needs each time', () => {
    const { good, entry, headers } = scene()
    const header = `Bearer ${' '.repeat(300)}${good}`
    assert.equal(headers.verify(entry(), good, header, 0), 'active')
    assert.equal(headers.find(header, 0), undefined)
  })

  it('returns no match without a MAC', () => {
    const { good, entry, verify } = scene()
    assert.deepEqual(verify(entry({ mac: new Uint8Array() }), good), ['mismatch', 1])
  })
})
