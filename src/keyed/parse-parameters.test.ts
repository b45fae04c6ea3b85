import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RouteMatch, Caller } from './flow-values.ts'
import { createParameterParser } from './parse-parameters.ts'

const read = createParameterParser({ arenaRanksMax: 1_000 })

function callerOf(asked: RouteMatch): Caller {
  return { matched: { route: asked }, region: asked.region } as unknown as Caller
}

function asking(id: string, region = 'jp'): RouteMatch {
  return { operation: 'announcement.get', region, pathValues: { id }, query: '', target: '' }
}

describe('parsing parameters', () => {
  it('parses once per route match, for all callers', () => {
    const asked = asking('007')
    const [first, second] = [callerOf(asked), callerOf(asked)]
    assert.equal(read(first).arguments, read(second).arguments)
    assert.equal(read(first).caller, first)
    assert.equal(read(second).caller, second)
  })

  it('gives equal arguments one key, and different ones different keys', () => {
    const keyOf = (asked: RouteMatch) => read(callerOf(asked)).key
    assert.equal(keyOf(asking('007')), keyOf(asking('7')))
    assert.notEqual(keyOf(asking('7')), keyOf(asking('8')))
    assert.notEqual(keyOf(asking('7')), keyOf(asking('7', 'tw')))
  })

  it('rejects invalid parameters each time', () => {
    const asked = asking('seven')
    for (let count = 0; count < 2; count += 1)
      assert.throws(() => read(callerOf(asked)), { code: 'invalid_request' })
  })
})
