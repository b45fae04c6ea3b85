import type { Region } from '../../game/region.ts'
import type { GachaRates, PrizeProbability } from '../message-parts.ts'
import { parseId } from '../parse-id.ts'
import type { HandlerOptions, Handlers } from './handlers.ts'

/**
 * Creates the handler of gacha probabilities. `products` and `ensuredProducts` map a product to an
 * entry of `probabilities`. With a productId, `lot` and `prize` are those of its entry, if any;
 * with `0`, those of the gacha. A selection changes the prizes as {@link selectPickUps} describes.
 * A product or pick-up that the gacha does not offer is unknown.
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

function ofProduct(rates: GachaRates, productId: string): GachaRates | undefined {
  if (productId === '0') return rates
  const products = new Map(Object.entries({ ...rates.ensuredProducts, ...rates.products }))
  const entry = products.get(productId)
  if (entry === undefined) return undefined
  return { ...rates, ...rates.probabilities?.[String(entry)] }
}

/** Rates are calculated in ten-thousandths of a percent, and shown with as many decimals. */
const PARTS = 10_000
const DECIMALS = 4

/** Divisor of the rate of an unselected pick-up. */
const UNSELECTED_DIVISOR = 10

/** Ids of the prizes of a gacha that can be selected, and of the selected ones among them. */
interface PickUpSelection {
  readonly offered: readonly string[]
  readonly selected: readonly string[]
}

/**
 * Returns the rates after a player has selected pick-ups. In each list of prizes, every unselected
 * pick-up keeps a tenth of its rate, and the selected ones of that list share the rest equally.
 * Sums stay equal to a ten-thousandth of a percent; lots do not change. A list without a selected
 * prize does not change.
 */
function selectPickUps(rates: GachaRates, selection: PickUpSelection): GachaRates {
  const changed: GachaRates = { ...rates }
  if (rates.prize !== undefined) changed.prize = selectIn(rates.prize, selection)
  if (rates.ensuredPrize !== undefined) {
    changed.ensuredPrize = selectIn(rates.ensuredPrize, selection)
  }
  if (rates.probabilities !== undefined) {
    changed.probabilities = Object.fromEntries(
      Object.entries(rates.probabilities).map(([name, entry]) => [
        name,
        { ...entry, prize: selectIn(entry.prize ?? [], selection) },
      ]),
    )
  }
  return changed
}

function selectIn(prizes: PrizeProbability[], selection: PickUpSelection): PrizeProbability[] {
  const isSelected = ({ prizeId = '' }: PrizeProbability) => selection.selected.includes(prizeId)
  const selected = prizes.filter(isSelected)
  if (selected.length === 0) return prizes
  const isUnselected = (prize: PrizeProbability) =>
    !isSelected(prize) && selection.offered.includes(prize.prizeId ?? '')
  const released = prizes.filter(isUnselected).reduce((sum, prize) => sum + releasedParts(prize), 0)
  const share = Math.floor(released / selected.length)
  const rest = released - share * selected.length
  return prizes.map((prize) => {
    if (isUnselected(prize)) return withParts(prize, partsOf(prize) - releasedParts(prize))
    if (!isSelected(prize)) return prize
    // The first one gets the remainder, so that the sum stays exact.
    return withParts(prize, partsOf(prize) + share + (prize === selected[0] ? rest : 0))
  })
}

function releasedParts(prize: PrizeProbability): number {
  return partsOf(prize) - Math.floor(partsOf(prize) / UNSELECTED_DIVISOR)
}

function partsOf({ probabilityPercent = '0' }: PrizeProbability): number {
  return Math.round(Number(probabilityPercent) * PARTS)
}

function withParts(prize: PrizeProbability, parts: number): PrizeProbability {
  return { ...prize, probabilityPercent: (parts / PARTS).toFixed(DECIMALS) }
}
