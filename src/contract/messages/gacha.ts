import { int64String, integer, list, map, message, text } from '../fields.ts'

/** How likely a lot is drawn; a percentage as decimal text. */
export const lotProbability = message('LotProbability', {
  lotId: int64String,
  probabilityPercent: text,
})

/** How likely a prize is drawn; a percentage as decimal text. */
export const prizeProbability = message('PrizeProbability', {
  prizeId: int64String,
  probabilityPercent: text,
})

/** The lots and prizes of one way to draw. */
export const probability = message('Probability', {
  lot: list(lotProbability),
  prize: list(prizeProbability),
})

/** The answer of `gacha.rates`. `products` and `ensuredProducts` name an entry of `probabilities` by product. */
export const gachaProbabilityResponse = message('gacha.ProbabilityResponse', {
  ensuredLot: list(lotProbability),
  ensuredPrize: list(prizeProbability),
  ensuredProducts: map(integer),
  lot: list(lotProbability),
  prize: list(prizeProbability),
  probabilities: map(probability),
  products: map(integer),
})
