import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSeededRandom } from '../../src/platform/text/seeded-random.ts'
import { createFaultPlan } from '../../src/simulator/fault-plan.ts'
import { parseFault } from '../../src/simulator/parse-fault.ts'

describe('a fault as text', () => {
  it('is a name, with an argument, places and a rate where they are wanted', () => {
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
    ['', /a fault is written name, name=argument, name:places or name@rate/],
    ['@0.1', /a fault is written/],
    ['resett', /there is no fault "resett"; there are latency=MS, MIN-MAX or tail-MS, error=/],
    ['RESET', /there is no fault "RESET"/],
    ['toString', /there is no fault "toString"/],
    ['reset=5', /reset takes no argument/],
    ['reset=', /reset takes no argument/],
    ['latency', /latency needs an argument: latency=MS, MIN-MAX or tail-MS/],
    ['error', /error needs an argument/],
    ['error=oops', /it takes one of not_found, maintenance, .*, and \/STATUS behind it/],
    ['error=timeout/200', /it takes one of/],
    ['latency=80-20', /it takes milliseconds up to 86400000: 50, or 20-80/],
    ['latency=tail-5-9', /it takes milliseconds/],
    ['latency=1s', /it takes milliseconds/],
    ['clock-ahead=-5', /it takes MS as a whole number from 1 to 86400000/],
    ['many-rows=0', /it takes ROWS as a whole number from 1/],
    ['gzip-bomb=', /it takes MEGABYTES as a whole number/],
    ['secrets=short', /it takes 8 to 64 letters/],
    ['html=hidden', /it takes labelled or disguised/],
    ['reset:', /"" is no region and no operation; there are tw, jp, en, kr, announcement\.get,/],
    ['reset:JP', /"JP" is no region and no operation/],
    ['reset:jp,event', /"event" is no region and no operation/],
    ['reset@', /the rate behind @ is a number from 0 to 1, such as 0\.1/],
    ['reset@2', /the rate behind @/],
    ['reset@-0.1', /the rate behind @/],
    ['reset@10%', /the rate behind @/],
    ['reset@0.1:jp', /the rate behind @/],
  ] as const) {
    it(`is refused as "${text}", with what is wrong and what there is`, () => {
      assert.throws(
        () => parseFault(text),
        (error: Error) => {
          assert.ok(error.message.startsWith(`The fault "${text}" cannot be read: `))
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
