import type { Region } from '../../game/region.ts'
import type { GachaRates } from '../message-parts.ts'
import { parseId } from '../parse-id.ts'
import { selectPickUps } from './select-pick-ups.ts'
import type { HandlerOptions, Handlers } from './handlers.ts'

/**
 * Creates the handler of gacha probabilities. `products` and `ensuredProducts` map a product to an
 * entry of `probabilities`. With a productId, `lot` and `prize` are those of its entry, if any;
 * without, those of the gacha. A selection changes the prizes as {@link selectPickUps} describes. A
 * product or pick-up that the gacha does not offer is unknown.
 */
export function createGachaHandlers({ database }: HandlerOptions): Pick<Handlers, 'gacha.rates'> {
  const find = database.prepare(
    'SELECT rates, pick_ups FROM gachas WHERE region = ? AND gacha_id = ?',
  )
  function findGacha(region: Region, gachaId: string) {
    const id = parseId(gachaId)
    if (id === undefined) return undefined
    return find.get(region, id) as { rates: string; pick_ups: string } | undefined
  }
  return {
    'gacha.rates': (region, { gachaId, productId, selectedPickUp = [] }) => {
      const row = findGacha(region, gachaId)
      if (row === undefined) return undefined
      const offered = JSON.parse(row.pick_ups) as string[]
      if (selectedPickUp.some((prizeId) => !offered.includes(prizeId))) return undefined
      const rates = ofProduct(JSON.parse(row.rates) as GachaRates, productId)
      return rates === undefined || selectedPickUp.length === 0
        ? rates
        : selectPickUps(rates, { offered, selected: selectedPickUp })
    },
  }
}

function ofProduct(rates: GachaRates, productId: string | undefined): GachaRates | undefined {
  if (productId === undefined) return rates
  const products = new Map(Object.entries({ ...rates.ensuredProducts, ...rates.products }))
  const entry = products.get(productId)
  if (entry === undefined) return undefined
  return { ...rates, ...rates.probabilities?.[String(entry)] }
}
