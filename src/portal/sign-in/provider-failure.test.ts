import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ProviderFailure, toProviderFailure } from './provider-failure.ts'

const failed = (fields: object) => Object.assign(new Error('SECRET OF THE PROVIDER'), fields)

describe('a provider failure', () => {
  for (const [what, fields, problem] of [
    [
      'the user declined',
      { code: 'OAUTH_AUTHORIZATION_RESPONSE_ERROR', error: 'access_denied' },
      'cancelled',
    ],
    ['it is overloaded', { error: 'temporarily_unavailable' }, 'unavailable'],
    [
      'the code is invalid',
      { code: 'OAUTH_RESPONSE_BODY_ERROR', error: 'invalid_grant' },
      'failed',
    ],
    ['its code is the name of an object property', { error: 'toString' }, 'failed'],
    ['it took too long', { code: 'OAUTH_TIMEOUT' }, 'unavailable'],
    ['it answers 500', { code: 'OAUTH_RESPONSE_IS_NOT_CONFORM' }, 'unavailable'],
    ['its id token does not match', { code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' }, 'failed'],
    ['it cannot be reached', { cause: { code: 'ECONNREFUSED' } }, 'unavailable'],
    ['nobody knows', {}, 'unavailable'],
  ] as const) {
    it(`is ${problem} when ${what}, without the provider’s text`, () => {
      const failure = toProviderFailure(failed(fields))
      assert.equal(failure.problem, problem)
      assert.equal(failure.message.includes('SECRET'), false)
      assert.equal(failure.cause, undefined)
    })
  }

  it('contains codes only', () => {
    assert.match(toProviderFailure(failed({ error: 'invalid_client' })).message, /invalid_client/)
    for (const error of ['a secret', 'x'.repeat(61), '<script>']) {
      assert.equal(toProviderFailure(failed({ error })).message.includes(error), false)
    }
  })

  it('is not wrapped twice', () => {
    const failure = new ProviderFailure('failed', 'as it is')
    assert.equal(toProviderFailure(failure), failure)
  })
})
