import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { kindName } from '../../web/tracker/event/kind-name.ts'
import { en } from '../../web/tracker/messages/en.ts'
import { ja } from '../../web/tracker/messages/ja.ts'

describe('the kind of an event', () => {
  it('has a name in the language of the reader', () => {
    assert.equal(kindName('marathon', en), 'Marathon')
    assert.equal(kindName('Marathon', ja), 'マラソン')
  })

  it('is what the operator wrote, and nothing for an unknown word of the game', () => {
    assert.equal(kindName('Band battle', en), 'Band battle')
    assert.equal(kindName('バンド対抗', en), 'バンド対抗')
    assert.equal(kindName('EVENT_TYPE_7', en), undefined)
    assert.equal(kindName('constructor', en), undefined)
    assert.equal(kindName(undefined, en), undefined)
  })
})
