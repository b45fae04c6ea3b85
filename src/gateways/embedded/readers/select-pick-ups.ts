import type { GachaRates, PrizeProbability } from '../message-parts.ts'

/** How many parts of a percent the rates are reckoned in; a rate is shown with as many decimals. */
const PARTS = 10_000
const DECIMALS = 4

/** What an unselected pick-up keeps: one part in this many. */
const KEPT_SHARE = 10

/** The prizes of a gacha that can be selected, and those that are: ids, the second a part of the first. */
export interface PickUpSelection {
  readonly offered: readonly string[]
  readonly selected: readonly string[]
}

/**
 * The rates after a player has selected pick-ups: in each list of prizes, every pick-up that is not selected keeps a
 * tenth of its rate, and what it gives up is shared equally by the selected ones of that list. Sums stay as they
 * are to a ten-thousandth of a percent; lots do not change. A list without a selected prize stays as it is.
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
  const isLeft = (prize: PrizeProbability) =>
    !isSelected(prize) && selection.offered.includes(prize.prizeId ?? '')
  const given = prizes.filter(isLeft).reduce((sum, prize) => sum + givenUp(prize), 0)
  const share = Math.floor(given / selected.length)
  const rest = given - share * selected.length
  return prizes.map((prize) => {
    if (isLeft(prize)) return withParts(prize, partsOf(prize) - givenUp(prize))
    if (!isSelected(prize)) return prize
    // What does not divide evenly goes to the first, so that the sum stays exact.
    return withParts(prize, partsOf(prize) + share + (prize === selected[0] ? rest : 0))
  })
}

function givenUp(prize: PrizeProbability): number {
  return partsOf(prize) - Math.floor(partsOf(prize) / KEPT_SHARE)
}

function partsOf({ probabilityPercent = '0' }: PrizeProbability): number {
  return Math.round(Number(probabilityPercent) * PARTS)
}

function withParts(prize: PrizeProbability, parts: number): PrizeProbability {
  return { ...prize, probabilityPercent: (parts / PARTS).toFixed(DECIMALS) }
}
