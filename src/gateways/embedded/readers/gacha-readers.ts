import type { Region } from '../../../domain/region.ts'
import type { GachaRates } from '../message-parts.ts'
import { parseId } from '../parse-id.ts'
import { selectPickUps } from './select-pick-ups.ts'
import type { ReaderOptions, Readers } from './create-readers.ts'

/**
 * Reads the probabilities of gachas. `products` and `ensuredProducts` say which entry of `probabilities` a product
 * draws by. With a productId, `lot` and `prize` are those of its entry, where there is one; without, they are the
 * gacha's own. A selection changes the prizes as {@link selectPickUps} says. A product or a pick-up that the gacha
 * does not offer is unknown.
 */
export function createGachaReaders({ database }: ReaderOptions): Pick<Readers, 'gacha.rates'> {
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
