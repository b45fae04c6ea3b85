import assert from 'node:assert/strict'
import { randomFillSync } from 'node:crypto'
import { describe, it } from 'node:test'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import type { StoredKey } from '../domain/key-store.ts'
import { generateKey } from './developer-key.ts'
import { createIdentify } from './identify.ts'
import { createPepper } from './pepper.ts'

const fillRandom = (bytes: Uint8Array) => void randomFillSync(bytes)

function scene(lookUpMs: number) {
  const clock = createManualClock(0)
  const pepper = createPepper('a pepper for a test of thirty-two')
  const { keyId, text: good } = generateKey(fillRandom)
  const stored = { keyId, mac: pepper.mac(good) } as unknown as StoredKey
  const find = (asked: string) => (asked === keyId ? stored : undefined)
  const state = { isKept: false }
  const verdicts = {
    close: () => {},
    stands: () => state.isKept,
    find: (asked: string) => {
      if (state.isKept) return find(asked)
      clock.advance(lookUpMs)
      return Promise.resolve(find(asked))
    },
  }
  const identify = createIdentify({ verdicts, pepper, clock })
  const ask = async (text: string) =>
    identify({ authorization: `Bearer ${text}`, network: () => '192.0.2.1' })
  /** Milliseconds from the question to the refusal, stepped by tenths. */
  const refusalMs = async (text: string) => {
    const startMs = clock.monotonicMs()
    let over = false
    const refused = assert.rejects(ask(text), { code: 'invalid_api_key' }).then(() => (over = true))
    for (;;) {
      await new Promise(setImmediate)
      if (over) break
      clock.advance(0.1)
    }
    await refused
    return clock.monotonicMs() - startMs
  }
  return { good, ask, refusalMs, state, clock }
}

describe('a refusal for which a store was asked', () => {
  it('takes as long however long the store took, and the same for one text each time', async () => {
    const { text } = generateKey(fillRandom)
    const [fast, slow] = [await scene(0).refusalMs(text), await scene(7).refusalMs(text)]
    assert.ok(Math.abs(fast - slow) <= 0.2, `${fast} and ${slow}`)
    assert.ok(fast >= 10 && fast <= 20.2)
  })

  it('takes a time of its own for each text, between 10 and 20 milliseconds', async () => {
    const { refusalMs } = scene(1)
    const times: number[] = []
    for (let count = 0; count < 30; count += 1)
      times.push(await refusalMs(generateKey(fillRandom).text))
    assert.ok(Math.min(...times) >= 10 && Math.max(...times) <= 20.2)
    assert.ok(Math.max(...times) - Math.min(...times) > 3)
  })

  it('is at once when nobody had to be asked, and a good key never waits', async () => {
    const { good, ask, refusalMs, state, clock } = scene(0)
    await ask(good)
    assert.equal(clock.pending, 0)
    state.isKept = true
    assert.equal(await refusalMs(generateKey(fillRandom).text), 0)
  })
})
