import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Asked, Caller } from '../contract/flow-values.ts'
import { createReadParameters } from './read-parameters.ts'

const read = createReadParameters({ arenaRanksMax: 1_000 })

function callerOf(asked: Asked): Caller {
  return { matched: { asked }, region: asked.region } as unknown as Caller
}

function asking(id: string, region = 'jp'): Asked {
  return { operation: 'announcement.get', region, pathValues: { id }, query: '', target: '' }
}

describe('the parameters of a request', () => {
  it('are read once for one thing asked, by whomever', () => {
    const asked = asking('007')
    const [first, second] = [callerOf(asked), callerOf(asked)]
    assert.equal(read(first).arguments, read(second).arguments)
    assert.equal(read(first).caller, first)
    assert.equal(read(second).caller, second)
  })

  it('make one key of equal meanings, and others of others', () => {
    const keyOf = (asked: Asked) => read(callerOf(asked)).key
    assert.equal(keyOf(asking('007')), keyOf(asking('7')))
    assert.notEqual(keyOf(asking('7')), keyOf(asking('8')))
    assert.notEqual(keyOf(asking('7')), keyOf(asking('7', 'tw')))
  })

  it('are refused each time when they are wrong', () => {
    const asked = asking('seven')
    for (let count = 0; count < 2; count += 1)
      assert.throws(() => read(callerOf(asked)), { code: 'invalid_request' })
  })
})
