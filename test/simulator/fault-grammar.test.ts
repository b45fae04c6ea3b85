import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSeededRandom } from '../../src/platform/text/seeded-random.ts'
import { createFaultPlan } from '../../src/simulator/fault-plan.ts'
import { parseFault } from '../../src/simulator/parse-fault.ts'

describe('a fault as text', () => {
  it('is a name with an optional argument, targets and rate', () => {
    for (const [text, expected] of [
      ['reset', ['reset', [], [], 1]],
      ['reset@0.1', ['reset', [], [], 0.1]],
      ['reset@.5', ['reset', [], [], 0.5]],
      ['reset@0', ['reset', [], [], 0]],
      ['reset@1.0', ['reset', [], [], 1]],
      ['hang-before-headers:jp', ['hang-before-headers', ['jp'], [], 1]],
      ['clock-ahead=121000:en,kr@0.5', ['clock-ahead=121000', ['en', 'kr'], [], 0.5]],
      [
        'error=queue_full/503:jp,event.ranking',
        ['error=queue_full/503', ['jp'], ['event.ranking'], 1],
      ],
      ['secrets=canary_9-Z:circle.get', ['secrets=canary_9-Z', [], ['circle.get'], 1]],
      ['latency=tail-50', ['latency=tail-50', [], [], 1]],
    ] as const) {
      const { label, regions, operations, rate } = parseFault(text)
      assert.deepEqual([label, regions, operations, rate], expected)
    }
  })

  for (const [text, reason] of [
    ['', /the form is name\[=argument\]\[:targets\]\[@rate\]/],
    ['@0.1', /the form is/],
    ['resett', /unknown fault "resett"\. Known faults: latency=MS, MIN-MAX or tail-MS, error=/],
    ['RESET', /unknown fault "RESET"/],
    ['toString', /unknown fault "toString"/],
    ['reset=5', /reset takes no argument/],
    ['reset=', /reset takes no argument/],
    ['latency', /latency needs an argument: latency=MS, MIN-MAX or tail-MS/],
    ['error', /error needs an argument/],
    ['error=oops', /KIND must be one of not_found, maintenance, .*; append \/STATUS/],
    ['error=timeout/200', /KIND must be one of/],
    ['latency=80-20', /the delay must be milliseconds up to 86400000: 50 for a fixed one, 20-80/],
    ['latency=tail-5-9', /the delay must be milliseconds/],
    ['latency=1s', /the delay must be milliseconds/],
    ['clock-ahead=-5', /MS must be an integer from 1 to 86400000/],
    ['many-rows=0', /ROWS must be an integer from 1/],
    ['gzip-bomb=', /MEGABYTES must be an integer/],
    ['secrets=short', /CANARY must be 8 to 64 letters/],
    ['html=hidden', /the argument must be labelled or disguised/],
    [
      'reset:',
      /"" is neither a region nor an operation\. Known: tw, jp, en, kr, announcement\.get,/,
    ],
    ['reset:JP', /"JP" is neither a region nor an operation/],
    ['reset:jp,event', /"event" is neither a region nor an operation/],
    ['reset@', /the rate after @ must be a number from 0 to 1, such as 0\.1/],
    ['reset@2', /the rate after @/],
    ['reset@-0.1', /the rate after @/],
    ['reset@10%', /the rate after @/],
    ['reset@0.1:jp', /the rate after @/],
  ] as const) {
    it(`is refused as "${text}", with what is wrong and what there is`, () => {
      assert.throws(
        () => parseFault(text),
        (error: Error) => {
          assert.ok(error.message.startsWith(`Invalid fault "${text}": `))
          assert.match(error.message, reason)
          return true
        },
      )
    })
  }
})

describe('the dice of faults', () => {
  const planOf = (seed: number, ...texts: string[]) =>
    createFaultPlan(texts.map(parseFault), (stream) => createSeededRandom(seed, stream))
  const hits = (plan: ReturnType<typeof planOf>, name: string, count = 500) =>
    Array.from({ length: count }, () =>
      plan('jp', 'circle.get').some(({ fault }) => fault.name === name),
    )

  it('fall the same for the same seed, and otherwise for another one', () => {
    const once = hits(planOf(1, 'reset@0.3'), 'reset')
    assert.deepEqual(hits(planOf(1, 'reset@0.3'), 'reset'), once)
    assert.notDeepEqual(hits(planOf(2, 'reset@0.3'), 'reset'), once)
  })

  it('hit as often as the rate says, at 0 never and at 1 always', () => {
    for (const rate of [0, 0.1, 0.5, 1]) {
      const count = hits(planOf(1, `reset@${rate}`), 'reset', 10_000).filter(Boolean).length
      assert.ok(Math.abs(count - rate * 10_000) <= (rate % 1 === 0 ? 0 : 200), `${rate}: ${count}`)
    }
  })

  it('do not depend on other faults, nor on calls of another region or operation', () => {
    const alone = hits(planOf(1, 'reset@0.3'), 'reset')
    const plan = planOf(1, 'maintenance@0.5', 'reset@0.3', 'secrets@0.5')
    const among = Array.from({ length: 500 }, () => {
      plan('kr', 'circle.get')
      plan('jp', 'circle.search')
      return plan('jp', 'circle.get').some(({ fault }) => fault.name === 'reset')
    })
    assert.deepEqual(among, alone)
  })

  it('are thrown for each of two faults that are written the same', () => {
    const count = (...texts: string[]) =>
      hits(planOf(1, ...texts), 'reset', 2_000).filter(Boolean).length
    assert.ok(count('reset@0.5', 'reset@0.5') > count('reset@0.5') + 300)
  })

  it('fall only where the fault is', () => {
    const plan = planOf(1, 'reset:jp,kr,circle.get', 'maintenance:event.deck')
    const names = (...place: Parameters<typeof plan>) =>
      plan(...place).map(({ fault }) => fault.name)
    assert.deepEqual(names('jp', 'circle.get'), ['reset'])
    assert.deepEqual(names('kr', 'circle.get'), ['reset'])
    assert.deepEqual(names('en', 'circle.get'), [])
    assert.deepEqual(names('jp', 'circle.search'), [])
    assert.deepEqual(names('en', 'event.deck'), ['maintenance'])
  })

  it('give latency a tail: half within the median, one in a hundred far out', () => {
    const { effect } = parseFault('latency=tail-100')
    const random = createSeededRandom(1, 'tail')
    const sorted = Array.from({ length: 10_000 }, () => effect.delayMs?.(random) ?? 0).sort(
      (one, other) => one - other,
    )
    const at = (share: number) => sorted[Math.floor(share * 10_000)] ?? 0
    assert.ok(at(0) >= 60 && at(0.5) > 90 && at(0.5) < 110, String(at(0.5)))
    assert.ok(at(0.99) > 1_000 && at(0.99) < 2_000, String(at(0.99)))
    assert.ok(at(0.9999) <= 10_000)
  })
})
