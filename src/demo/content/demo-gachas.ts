import type { Region } from '../../game/region.ts'
import type { DatasetWriter } from '../../dataset/dataset-writer.ts'
import type { GachaRates } from '../../dataset/message-parts.ts'
import { DEMO_IDS, regionNumber } from '../demo-ids.ts'

/** One class of prizes: their number, and the percentage of each. */
interface PrizeClass {
  readonly lot: number
  readonly prizes: number
  readonly percentEach: number
}

/** Selectable prizes of a gacha. */
const PICK_UPS = 4

/** The usual rates: 3, 12 and 85 percent. The pick-ups are the first class. */
const USUAL: readonly PrizeClass[] = [
  { lot: 1, prizes: PICK_UPS, percentEach: 0.5 },
  { lot: 1, prizes: 10, percentEach: 0.1 },
  { lot: 2, prizes: 12, percentEach: 1 },
  { lot: 3, prizes: 17, percentEach: 5 },
]

/** The rates of an improved step and of an ensured draw: nothing of the last class. */
const BETTER: readonly PrizeClass[] = [
  { lot: 1, prizes: PICK_UPS, percentEach: 1.25 },
  { lot: 1, prizes: 10, percentEach: 0.2 },
  { lot: 2, prizes: 12, percentEach: 7.75 },
]

/** Returns the ids of the selectable prizes of a region's first gacha. */
export function demoPickUps(region: Region): readonly string[] {
  return Array.from({ length: PICK_UPS }, (_, at) => prizeId(region, at))
}

/** Returns the id of the product number `number` (1 to 99) of a region. */
export function demoProductId(region: Region, number: number): string {
  return String(regionNumber(region) * 100 + number)
}

/**
 * Writes the three gachas of a region. A product that draws by entry 0 has the value 0 in a map,
 * where it is not a default and must not be omitted.
 */
export function writeDemoGachas(writer: DatasetWriter, region: Region): void {
  const [selecting, stepping, bare] = DEMO_IDS[region].gachas
  const [usual, better] = [ratesOf(region, USUAL), ratesOf(region, BETTER)]
  const product = (number: number) => demoProductId(region, number)
  writer.addGacha(region, selecting, {
    pickUps: demoPickUps(region),
    rates: {
      ...usual,
      products: { [product(7)]: 0, [product(8)]: 1 },
      probabilities: { '0': usual, '1': better },
    },
  })
  writer.addGacha(region, stepping, {
    pickUps: [],
    rates: {
      ...usual,
      ensuredLot: better.lot,
      ensuredPrize: better.prize,
      products: { [product(11)]: 0, [product(12)]: 0, [product(13)]: 1 },
      ensuredProducts: { [product(14)]: 1, [product(15)]: 0 },
      probabilities: { '0': usual, '1': better, '2': {} },
    },
  })
  writer.addGacha(region, bare, { pickUps: [], rates: { products: { [product(21)]: 0 } } })
}

function ratesOf(
  region: Region,
  classes: readonly PrizeClass[],
): Required<Pick<GachaRates, 'lot' | 'prize'>> {
  const lots = new Map<number, number>()
  const prize: { prizeId: string; probabilityPercent: string }[] = []
  for (const { lot, prizes, percentEach } of classes) {
    lots.set(lot, (lots.get(lot) ?? 0) + prizes * percentEach)
    for (let count = 0; count < prizes; count += 1) {
      prize.push({
        prizeId: prizeId(region, prize.length),
        probabilityPercent: percentEach.toFixed(4),
      })
    }
  }
  const lot = [...lots].map(([number, percent]) => ({
    lotId: String(regionNumber(region) * 10 + number),
    probabilityPercent: percent.toFixed(4),
  }))
  return { lot, prize }
}

function prizeId(region: Region, at: number): string {
  return String(regionNumber(region) * 10_000 + 1 + at)
}
