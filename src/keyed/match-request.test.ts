import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMatch } from './match-request.ts'
import { createRouteCache } from './route-cache.ts'
import { headerFacts } from '../platform/http/request/header-facts.ts'
import type { RawRequest } from '../platform/http/request/raw-request.ts'

const PATH = '/api/open/v1/game/jp/announcement'

function request(target: string, { method = 'GET', lines = ['Host', 'a'] } = {}): RawRequest {
  return {
    requestId: 'request',
    method,
    target,
    headers: headerFacts(lines),
    httpVersion: '1.1',
    network: () => '192.0.2.1',
    signal: new AbortController().signal,
    encoding: undefined,
  }
}

/** A match function, and a function that also validates the rest of the request. */
function scene() {
  const targets = createRouteCache()
  const match = createMatch(targets)
  const matchGood = (one: RawRequest) => {
    const matched = match(one)
    targets.add(matched.route)
    return matched
  }
  return { match, matchGood }
}

describe('matching a request', () => {
  it('does not cache a target before the whole request is valid', () => {
    const { match } = scene()
    assert.notEqual(match(request(PATH)).route, match(request(PATH)).route)
  })

  it('parses a short target once, and a long one each time', () => {
    const { matchGood } = scene()
    const asked = (target: string) => matchGood(request(target)).route
    assert.equal(asked(`${PATH}?id=7`), asked(`${PATH}?id=7`))
    assert.notEqual(asked(`${PATH}?id=7`), asked(`${PATH}?id=8`))
    const long = `${PATH}?id=${'7'.repeat(512)}`
    assert.notEqual(asked(long), asked(long))
    assert.deepEqual(asked(long), asked(long))
  })

  it('rejects an invalid request also when its target is cached', () => {
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

  it('takes key, network and request id from each request', () => {
    const { matchGood } = scene()
    const of = (key: string) =>
      matchGood(request(PATH, { lines: ['Host', 'a', 'Authorization', key] })).authorization
    assert.deepEqual([of('one'), of('two')], ['one', 'two'])
  })

  it('rejects an unknown target each time', () => {
    const { match } = scene()
    for (let count = 0; count < 2; count += 1)
      assert.throws(() => match(request(`${PATH}/7/8`)), { code: 'not_found' })
  })
})
