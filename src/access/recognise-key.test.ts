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
  const recognise = createRecogniseKey({
    ...pepper,
    mac: (text) => {
      state.macs += 1
      return pepper.mac(text)
    },
  })
  const verdict = (fields: Partial<StoredKey> = {}) =>
    ({ mac: pepper.mac(good), expiresAtMs: EXPIRES_MS, ...fields }) as StoredKey
  /** What is said of a key, and how many MACs that took. */
  const ask = (key: StoredKey | undefined, text: string, nowMs = 0) => {
    const before = state.macs
    return [recognise(key, text, nowMs), state.macs - before]
  }
  return { good, other, verdict, ask }
}

function newText(): string {
  return generateKey((bytes) => void randomFillSync(bytes)).text
}

describe('recognising a key', () => {
  it('proves a text once for each verdict', () => {
    const { good, verdict, ask } = scene()
    const [first, second] = [verdict(), verdict()]
    assert.deepEqual(ask(first, good), ['usable', 1])
    assert.deepEqual(ask(first, good), ['usable', 0])
    assert.deepEqual(ask(second, good), ['usable', 1])
  })

  it('makes the same of everything that is refused, whatever was proven before', () => {
    const { good, other, verdict, ask } = scene()
    const key = verdict()
    ask(key, good)
    assert.deepEqual(ask(key, other), ['foreign', 1])
    assert.deepEqual(ask(undefined, good), ['foreign', 1])
    assert.deepEqual(ask(key, good, EXPIRES_MS), ['over', 1])
    const revoked = verdict({ revokedAtMs: 0 })
    assert.deepEqual(ask(revoked, good), ['over', 1])
    assert.deepEqual(ask(revoked, good), ['over', 1])
    assert.deepEqual(ask(key, good), ['usable', 0])
  })

  it('does not know a text again that is no key of the verdict', () => {
    const { good, other, verdict, ask } = scene()
    const key = verdict()
    assert.deepEqual(ask(key, other), ['foreign', 1])
    assert.deepEqual(ask(key, other), ['foreign', 1])
    assert.deepEqual(ask(key, good), ['usable', 1])
  })

  it('takes no verdict without a MAC for a key', () => {
    const { good, verdict, ask } = scene()
    assert.deepEqual(ask(verdict({ mac: new Uint8Array() }), good), ['foreign', 1])
  })
})
