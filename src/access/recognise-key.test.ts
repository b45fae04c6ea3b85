import assert from 'node:assert/strict'
import { randomFillSync } from 'node:crypto'
import { describe, it } from 'node:test'
import type { StoredKey } from '../domain/key-store.ts'
import { generateKey } from './developer-key.ts'
import { createPepper } from './pepper.ts'
import { createRecogniseKey } from './recognise-key.ts'

const EXPIRES_MS = 1_000

function scene() {
  const pepper = createPepper('a pepper for a test of thirty-two')
  const [good, other] = [newText(), newText()]
  const state = { macs: 0 }
  const standing = new Set<StoredKey>()
  const counted = {
    ...pepper,
    mac: (text: string) => {
      state.macs += 1
      return pepper.mac(text)
    },
  }
  const recognise = createRecogniseKey(counted, (key) => standing.has(key))
  const verdict = (fields: Partial<StoredKey> = {}) => {
    const key = { mac: pepper.mac(good), expiresAtMs: EXPIRES_MS, ...fields } as StoredKey
    standing.add(key)
    return key
  }
  /** What is said of a key, and how many MACs that took. */
  const ask = (key: StoredKey | undefined, text: string, nowMs = 0) => {
    const before = state.macs
    const header = `Bearer ${text}`
    const said =
      recognise.again(header, nowMs) === undefined
        ? recognise.prove(key, text, header, nowMs)
        : 'usable'
    return [said, state.macs - before]
  }
  return { good, other, verdict, ask, standing, recognise }
}

function newText(): string {
  return generateKey((bytes) => void randomFillSync(bytes)).text
}

describe('recognising a key', () => {
  it('proves a header once for as long as the verdict stands', () => {
    const { good, verdict, ask, standing } = scene()
    const [first, second] = [verdict(), verdict()]
    assert.deepEqual(ask(first, good), ['usable', 1])
    assert.deepEqual(ask(first, good), ['usable', 0])
    standing.delete(first)
    assert.deepEqual(ask(second, good), ['usable', 1])
    assert.deepEqual(ask(second, good), ['usable', 0])
    standing.delete(second)
    assert.deepEqual(ask(undefined, good), ['foreign', 1])
  })

  it('makes the same of everything that is refused, whatever was proven before', () => {
    const { good, other, verdict, ask, standing } = scene()
    const key = verdict()
    ask(key, good)
    assert.deepEqual(ask(key, other), ['foreign', 1])
    assert.deepEqual(ask(key, good, EXPIRES_MS), ['over', 1])
    assert.deepEqual(ask(key, good), ['usable', 0])
    standing.delete(key)
    const revoked = verdict({ revokedAtMs: 0 })
    assert.deepEqual(ask(revoked, good), ['over', 1])
    assert.deepEqual(ask(revoked, good), ['over', 1])
    assert.deepEqual(ask(undefined, good), ['foreign', 1])
  })

  it('does not know a text again that is not of the key', () => {
    const { good, other, verdict, ask } = scene()
    const key = verdict()
    assert.deepEqual(ask(key, other), ['foreign', 1])
    assert.deepEqual(ask(key, other), ['foreign', 1])
    assert.deepEqual(ask(key, good), ['usable', 1])
  })

  it('keeps no more headers than so many, however one key is spelt', () => {
    const { good, verdict, recognise } = scene()
    const key = verdict()
    const header = (nth: number) => `Bearer ${' '.repeat(nth % 100)}${good}${nth}`
    const known = () =>
      Array.from({ length: 20_001 }, (_, nth) => recognise.again(header(nth), 0)).filter(
        (one) => one === key,
      ).length
    for (let nth = 0; nth < 20_000; nth += 1) recognise.prove(key, good, header(nth), 0)
    recognise.prove(key, good, header(0), 0)
    assert.equal(known(), 20_000, 'to prove one again drops none')
    recognise.prove(key, good, header(20_000), 0)
    assert.equal(known(), 1)
  })

  it('proves a header that is longer than a key needs each time', () => {
    const { good, verdict, recognise } = scene()
    const header = `Bearer ${' '.repeat(300)}${good}`
    assert.equal(recognise.prove(verdict(), good, header, 0), 'usable')
    assert.equal(recognise.again(header, 0), undefined)
  })

  it('takes no verdict without a MAC for a key', () => {
    const { good, verdict, ask } = scene()
    assert.deepEqual(ask(verdict({ mac: new Uint8Array() }), good), ['foreign', 1])
  })
})
