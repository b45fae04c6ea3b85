import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { systemPlatform } from '../../platform/platform.ts'
import { createPepper } from './pepper.ts'
import { createSealedTexts } from './sealed-texts.ts'

const { fillRandom } = systemPlatform
const SECRET = 'a pepper of at least 32 characters'
const TEXT = 'https://chat.example/hooks/あ-token'

describe('sealed texts', () => {
  const sealed = createSealedTexts(createPepper(SECRET), fillRandom)

  it('are read again with the same pepper and context', () => {
    const again = createSealedTexts(createPepper(SECRET), fillRandom)
    assert.equal(again.open(sealed.seal(TEXT, 'one'), 'one'), TEXT)
  })

  it('reveal nothing of the text, and differ each time', () => {
    const [one, other] = [sealed.seal(TEXT, 'one'), sealed.seal(TEXT, 'one')]
    assert.notDeepEqual(one, other)
    assert.ok(!Buffer.from(one).includes('chat.example'))
  })

  it('are unreadable with another pepper or context, changed or cut', () => {
    const text = sealed.seal(TEXT, 'one')
    const other = createSealedTexts(createPepper(`${SECRET}!`), fillRandom)
    assert.equal(other.open(text, 'one'), undefined)
    assert.equal(sealed.open(text, 'other'), undefined)
    for (let at = 0; at < text.length; at += 1) {
      const changed = text.map((byte, index) => (index === at ? byte ^ 1 : byte))
      assert.equal(sealed.open(changed, 'one'), undefined)
      assert.equal(sealed.open(text.subarray(0, at), 'one'), undefined)
    }
  })
})
