import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { FORMS, parametersOf, targetOf } from '../../../test/harness/request-of.ts'
import type { Caller } from '../../keyed/flow-values.ts'
import type { Kind, ScalarKind } from '../../api/parameter-kind.ts'
import { OPERATION_IDS, type OperationId } from '../../game/operations.ts'
import type { GatewayCall } from '../../game/gateway.ts'
import { REGIONS } from '../../game/region.ts'
import { KEYED_PREFIX } from '../../game/api-prefix.ts'
import { createMatch } from '../../keyed/match-request.ts'
import { headerFacts } from '../../platform/http/request/header-facts.ts'
import { createParameterParser } from '../../keyed/parse-parameters.ts'
import { createRequestTarget } from './request-url.ts'

const match = createMatch({ find: () => undefined })
const readParameters = createParameterParser({ arenaRanksMax: 1_000 })

/** Parses a request target like the keyed API. */
function readCall(target: string): GatewayCall {
  const matched = match({
    requestId: 'r',
    method: 'GET',
    target,
    headers: headerFacts(['Host', 'a']),
    network: () => '192.0.2.1',
    httpVersion: '1.1',
    signal: new AbortController().signal,
    encoding: undefined,
  })
  const {
    operation,
    region,
    arguments: values,
  } = readParameters({
    matched,
    region: matched.route.region,
  } as unknown as Caller)
  return { operation, region, arguments: values }
}

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((word) => !/\p{Cc}/u.test(word) && word.isWellFormed())
const hardText = fc.oneof(text, fc.constantFrom('.', '..', '...', '/', '%2F', '?', '#', '+', 'a b'))

function rawOf(kind: Kind): fc.Arbitrary<string | string[]> {
  return kind.kind === 'list'
    ? fc.array(rawOfScalar(kind.item), { minLength: Math.max(1, kind.min), maxLength: 8 })
    : rawOfScalar(kind)
}

function rawOfScalar(kind: ScalarKind): fc.Arbitrary<string> {
  const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)
  switch (kind.kind) {
    case 'int64':
      return int64
    case 'signed':
    case 'digits':
      // Longer ids cannot exist, so a caller never requests one.
      return fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String)
    case 'rank':
    case 'page':
      return fc.integer({ min: 1, max: 2 ** 31 - 1 }).map(String)
    case 'text':
      return hardText
    case 'enum':
      return fc.oneof(fc.constantFrom(...kind.names), fc.integer().map(String))
    case 'choice':
    case 'time':
    case 'run':
    case 'board':
    case 'whole':
    case 'zone':
    case 'name':
      throw new Error('No gateway is asked with one.')
  }
}

/**
 * Raw parameters of an operation, as a developer may send them; optional ones are sometimes
 * missing.
 */
function anyRaw(operation: OperationId): fc.Arbitrary<Record<string, string | string[]>> {
  const parameters = parametersOf(operation)
  if (operation === 'arena.ranking') {
    return fc.record({
      arenaSeasonId: rawOf({ kind: 'int64' }) as fc.Arbitrary<string>,
      bandId: fc.constantFrom('0', '7'),
      rankingStart: fc.constant('5'),
      rankingEnd: fc.constantFrom('5', '90'),
    })
  }
  return fc.record(
    Object.fromEntries(Object.entries(parameters).map(([name, { kind }]) => [name, rawOf(kind)])),
    { requiredKeys: Object.keys(parameters).filter((name) => !parameters[name]?.optional) },
  )
}

describe('the target of a call', () => {
  for (const operation of OPERATION_IDS) {
    it(`${operation}: parsed again, it is the same call`, () => {
      const forms = FORMS.filter((form) => form.operation === operation)
      // The form with the fewest path parameters can carry every value.
      const form = forms.toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0]
      assert.ok(form !== undefined)
      fc.assert(
        fc.property(anyRaw(operation), fc.constantFrom(...REGIONS), (raw, region) => {
          const call = readCall(targetOf(form, region, raw))
          const target = createRequestTarget(call)
          assert.ok(target.startsWith('/v1/'))
          assert.deepEqual(readCall(target.replace('/v1/', KEYED_PREFIX)), call)
          assert.match(target, /^[!-~]+$/)
        }),
      )
    })
  }

  it('uses the form with the most path parameters that have a value', () => {
    const targetFor = (operation: OperationId, values: Record<string, unknown>) =>
      createRequestTarget({ operation, region: 'kr', arguments: values })
    assert.equal(
      targetFor('event.ranking', { eventId: '3', ranks: [1, 100] }),
      '/v1/kr/event/3/ranking/1,100',
    )
    assert.equal(targetFor('gacha.rates', { gachaId: '3' }), '/v1/kr/gacha/3/rates')
    assert.equal(
      targetFor('gacha.rates', { gachaId: '3', productId: '9', selectedPickUp: ['1', '2'] }),
      '/v1/kr/gacha/3/rates/1,2?productId=9',
    )
    assert.equal(
      targetFor('circle.search', { memberRange: 'MEMBER_RANGE_UNSPECIFIED', joinRule: 'AUTO' }),
      '/v1/kr/circles/search?options.joinRule=AUTO',
    )
    assert.equal(
      targetFor('circle.search', { name: 'a/b c', playStyle: 9 }),
      '/v1/kr/circles/search/a%2Fb%20c?options.playStyle=9',
    )
  })

  it('has no dot segment', () => {
    const arguments_ = { playerId: '..', eventId: '3' }
    assert.equal(
      createRequestTarget({ operation: 'event.deck', region: 'kr', arguments: arguments_ }),
      '/v1/kr/event/deck?playerId=..&eventId=3',
    )
  })
})
