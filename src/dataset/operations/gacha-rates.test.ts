import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { REGIONS, type Region } from '../../game/region.ts'
import { openDemoForTests, type DemoForTests } from '../../demo/demo-for-tests.ts'
import { demoPickUps, demoProductId } from '../../demo/content/demo-gachas.ts'
import { DEMO_IDS } from '../../demo/demo-ids.ts'
import type { GachaRates, PrizeProbability } from '../message-parts.ts'

let demo: DemoForTests
before(async () => {
  demo = await openDemoForTests()
})
after(() => demo.remove())

interface Choice {
  readonly gacha?: 0 | 1 | 2
  readonly productId?: string
  readonly selectedPickUp?: readonly string[]
}

function ratesOf(region: Region, choice: Choice = {}): GachaRates {
  const rates = demo.ask('gacha.rates', region, {
    gachaId: DEMO_IDS[region].gachas[choice.gacha ?? 0],
    productId: choice.productId ?? '0',
    selectedPickUp: choice.selectedPickUp,
  })
  assert.ok(rates !== undefined)
  return rates
}

function percentOf(prizes: readonly PrizeProbability[] = [], prizeId?: string): string {
  const parts = prizes
    .filter((prize) => prizeId === undefined || prize.prizeId === prizeId)
    .map(({ probabilityPercent }) => Math.round(Number(probabilityPercent) * 10_000))
  return (parts.reduce((sum, part) => sum + part, 0) / 10_000).toFixed(4)
}

for (const region of REGIONS) {
  const [first = '', second = '', third = '', fourth = ''] = demoPickUps(region)

  test(`${region}: rates of lots and of prizes add up to 100 percent`, () => {
    const rates = ratesOf(region)
    for (const { lot = [], prize } of [rates, ...Object.values(rates.probabilities ?? {})]) {
      assert.equal(percentOf(prize), '100.0000')
      const percents = lot.map(({ probabilityPercent }) => Number(probabilityPercent))
      assert.equal(
        percents.reduce((sum, percent) => sum + percent, 0),
        100,
      )
    }
  })

  test(`${region}: an empty selection equals no selection`, () => {
    assert.deepEqual(ratesOf(region, { selectedPickUp: [] }), ratesOf(region))
  })

  test(`${region}: a selection moves the rates of unselected prizes to selected ones and preserves the sum`, () => {
    const { prize, lot } = ratesOf(region, { selectedPickUp: [first, second] })
    assert.deepEqual(
      [first, second, third, fourth].map((prizeId) => percentOf(prize, prizeId)),
      ['0.9500', '0.9500', '0.0500', '0.0500'],
    )
    assert.equal(percentOf(prize), '100.0000')
    assert.deepEqual(lot, ratesOf(region).lot)
  })

  test(`${region}: remainders of a division are not lost`, () => {
    const { prize } = ratesOf(region, { selectedPickUp: [first, second, third] })
    assert.equal(percentOf(prize), '100.0000')
    assert.equal(percentOf(prize, fourth), '0.0500')
    assert.equal(percentOf(prize, third), '0.6500')
  })

  test(`${region}: selecting all equals selecting none`, () => {
    const all = ratesOf(region, { selectedPickUp: demoPickUps(region) })
    assert.deepEqual(all.prize, ratesOf(region).prize)
  })

  test(`${region}: a selection affects the rates of every product`, () => {
    const { probabilities } = ratesOf(region, { selectedPickUp: [first] })
    const selected = Object.values(probabilities ?? {}).map(({ prize }) => percentOf(prize, first))
    assert.deepEqual(selected, ['1.8500', '4.6250'])
  })

  test(`${region}: a product has the rates of its entry`, () => {
    const [usual, better] = [7, 8].map((number) =>
      ratesOf(region, { productId: demoProductId(region, number) }),
    )
    assert.equal(percentOf(usual?.prize, first), '0.5000')
    assert.equal(percentOf(better?.prize, first), '1.2500')
    assert.deepEqual(better?.products, usual?.products)
  })

  test(`${region}: an ensured product is included`, () => {
    const rates = ratesOf(region, { gacha: 1, productId: demoProductId(region, 15) })
    assert.equal(percentOf(rates.prize, first), '0.5000')
  })

  test(`${region}: a 0 in a map of products is not omitted`, () => {
    const gachaId = DEMO_IDS[region].gachas[2]
    const args = { gachaId, productId: '0', selectedPickUp: undefined }
    const message = JSON.stringify(demo.askClosed('gacha.rates', region, args))
    assert.equal(message, `{"products":{"${demoProductId(region, 21)}":0}}`)
  })
}
