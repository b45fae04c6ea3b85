import type { GachaRates, PrizeProbability } from '../message-parts.ts'

/** Parts of a percent in which rates are calculated; a rate is shown with as many decimals. */
const PARTS = 10_000
const DECIMALS = 4

/** An unselected pick-up keeps one part in this many. */
const KEPT_SHARE = 10

/** Ids of the prizes of a gacha that can be selected, and of the selected ones among them. */
export interface PickUpSelection {
  readonly offered: readonly string[]
  readonly selected: readonly string[]
}

/**
 * Returns the rates after a player has selected pick-ups. In each list of prizes, every unselected
 * pick-up keeps a tenth of its rate, and the selected ones of that list share the rest equally.
 * Sums stay equal to a ten-thousandth of a percent; lots do not change. A list without a selected
 * prize does not change.
 */
export function selectPickUps(rates: GachaRates, selection: PickUpSelection): GachaRates {
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
  return partsOf(prize) - Math.floor(partsOf(prize) / KEPT_SHARE)
}

function partsOf({ probabilityPercent = '0' }: PrizeProbability): number {
  return Math.round(Number(probabilityPercent) * PARTS)
}

function withParts(prize: PrizeProbability, parts: number): PrizeProbability {
  return { ...prize, probabilityPercent: (parts / PARTS).toFixed(DECIMALS) }
}
