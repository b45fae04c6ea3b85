import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMatch } from './create-match.ts'
import { createKnownTargets } from './known-targets.ts'
import { headerFacts } from './header-facts.ts'
import type { RawRequest } from './raw-request.ts'

const PATH = '/api/open/v1/game/jp/announcement'

function request(target: string, { method = 'GET', lines = ['Host', 'a'] } = {}): RawRequest {
  return {
    requestId: 'request',
    method,
    target,
    headers: headerFacts(lines),
    httpVersion: '1.1',
    network: () => '192.0.2.1',
    gone: new AbortController().signal,
    encoding: undefined,
  }
}

/** A match, and one that goes on to find the rest of the request good. */
function scene() {
  const targets = createKnownTargets()
  const match = createMatch(targets)
  const matchGood = (one: RawRequest) => {
    const matched = match(one)
    targets.keep(matched.asked)
    return matched
  }
  return { match, matchGood }
}

describe('what a request asks for', () => {
  it('is not remembered before the whole request was found good', () => {
    const { match } = scene()
    assert.notEqual(match(request(PATH)).asked, match(request(PATH)).asked)
  })

  it('is found once for a short target, and each time for a long one', () => {
    const { matchGood } = scene()
    const asked = (target: string) => matchGood(request(target)).asked
    assert.equal(asked(`${PATH}?id=7`), asked(`${PATH}?id=7`))
    assert.notEqual(asked(`${PATH}?id=7`), asked(`${PATH}?id=8`))
    const long = `${PATH}?id=${'7'.repeat(512)}`
    assert.notEqual(asked(long), asked(long))
    assert.deepEqual(asked(long), asked(long))
  })

  it('is refused for what stands around a target, also when that is known', () => {
    const { match, matchGood } = scene()
    const target = `${PATH}/7`
    matchGood(request(target))
    assert.throws(() => match(request(target, { method: 'POST' })), { code: 'method_not_allowed' })
    for (const lines of [
      [],
      ['Host', 'a', 'Host', 'a'],
      ['Host', 'a', 'Content-Length', '1'],
      ['Host', 'a', 'Authorization', 'x', 'Authorization', 'y'],
    ])
      assert.throws(() => match(request(target, { lines })), { code: 'invalid_request' })
  })

  it('is whose request it is each time anew', () => {
    const { matchGood } = scene()
    const of = (key: string) =>
      matchGood(request(PATH, { lines: ['Host', 'a', 'Authorization', key] })).authorization
    assert.deepEqual([of('one'), of('two')], ['one', 'two'])
  })

  it('is refused as often as it is asked for, when there is no such thing', () => {
    const { match } = scene()
    for (let count = 0; count < 2; count += 1)
      assert.throws(() => match(request(`${PATH}/7/8`)), { code: 'not_found' })
  })
})
