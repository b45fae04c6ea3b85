import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { encodeAnswer, encodeInSlices, SLICE_ELEMENTS } from './encode-answer.ts'

const bytesOf = async (encoded: ReturnType<typeof encodeAnswer>) =>
  Buffer.from((await encoded.encoded(undefined)).body).toString()

describe('a message encoded in slices', () => {
  it('has the same bytes as in one piece', async () => {
    for (const length of [0, 1, SLICE_ELEMENTS, SLICE_ELEMENTS + 1, 3 * SLICE_ELEMENTS]) {
      const ranking = Array.from({ length }, (_, at) => ({
        rank: at + 1,
        profile: { name: '月"\\' },
      }))
      for (const message of [{ maxRank: '7', ranking }, { ranking, last: [1] }, { ranking }]) {
        const whole = await bytesOf(encodeAnswer(message, () => {}))
        const sliced = await encodeInSlices(message, 'ranking', () => {})
        assert.equal(await bytesOf(sliced), whole)
        assert.equal(sliced.bytes, Buffer.byteLength(whole))
      }
    }
  })

  it('leaves a turn of the event loop to others after each slice', async () => {
    const ranking = Array.from({ length: 10 * SLICE_ELEMENTS }, (_, at) => ({ rank: at }))
    const order: string[] = []
    const encoding = encodeInSlices({ ranking }, 'ranking', () => {}).then(() => order.push('end'))
    for (let turn = 0; turn < 10; turn += 1) {
      await setImmediate()
      order.push('turn')
    }
    await encoding
    assert.deepEqual(
      order.slice(0, 10),
      Array.from({ length: 10 }, () => 'turn'),
    )
  })
})
