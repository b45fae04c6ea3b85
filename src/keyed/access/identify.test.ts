import assert from 'node:assert/strict'
import { randomFillSync } from 'node:crypto'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import type { StoredKey } from '../../accounts/keys/key-store.ts'
import { generateKey } from '../../accounts/keys/developer-key.ts'
import { createIdentify } from './identify.ts'
import { createPepper } from '../../accounts/keys/pepper.ts'

const fillRandom = (bytes: Uint8Array) => void randomFillSync(bytes)

function scene(lookUpMs: number) {
  const clock = createManualClock(0)
  const pepper = createPepper('a pepper for a test of thirty-two')
  const { keyId, text: good } = generateKey(fillRandom)
  const stored = { keyId, mac: pepper.mac(good) } as unknown as StoredKey
  const find = (requested: string) => (requested === keyId ? stored : undefined)
  const state = { isKept: false }
  const keyCache = {
    close: () => {},
    isCurrent: () => state.isKept,
    find: (requested: string) => {
      if (state.isKept) return find(requested)
      clock.advance(lookUpMs)
      return Promise.resolve(find(requested))
    },
  }
  const identify = createIdentify({ keyCache, pepper, clock })
  const identifyText = async (text: string) =>
    identify({ authorization: `Bearer ${text}`, network: () => '192.0.2.1' })
  /** Returns the milliseconds from the request to the rejection, measured in steps of a tenth. */
  const rejectionMs = async (text: string) => {
    const startMs = clock.monotonicMs()
    let isSettled = false
    const rejected = assert
      .rejects(identifyText(text), { code: 'invalid_api_key' })
      .then(() => (isSettled = true))
    for (;;) {
      await new Promise(setImmediate)
      if (isSettled) break
      clock.advance(0.1)
    }
    await rejected
    return clock.monotonicMs() - startMs
  }
  return { good, identifyText, rejectionMs, state, clock }
}

describe('a rejection for which the store was queried', () => {
  it('lasts equally long however slow the store is, and is constant for one text', async () => {
    const { text } = generateKey(fillRandom)
    const [fast, slow] = [await scene(0).rejectionMs(text), await scene(7).rejectionMs(text)]
    assert.ok(Math.abs(fast - slow) <= 0.2, `${fast} and ${slow}`)
    assert.ok(fast >= 10 && fast <= 20.2)
  })

  it('lasts between 10 and 20 milliseconds, depending on the text', async () => {
    const { rejectionMs } = scene(1)
    const times: number[] = []
    for (let count = 0; count < 30; count += 1)
      times.push(await rejectionMs(generateKey(fillRandom).text))
    assert.ok(Math.min(...times) >= 10 && Math.max(...times) <= 20.2)
    assert.ok(Math.max(...times) - Math.min(...times) > 3)
  })

  it('is immediate when the store was not queried, and a valid key never waits', async () => {
    const { good, identifyText, rejectionMs, state, clock } = scene(0)
    await identifyText(good)
    assert.equal(clock.pending, 0)
    state.isKept = true
    assert.equal(await rejectionMs(generateKey(fillRandom).text), 0)
  })
})
