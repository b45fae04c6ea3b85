import { int64String, integer, list, map, message, text } from '../fields.ts'

/** The probability of a lot; a percentage as decimal text. */
export const lotProbability = message('LotProbability', 'The probability of a lot.', {
  lotId: int64String,
  probabilityPercent: text,
})

/** The probability of a prize; a percentage as decimal text. */
export const prizeProbability = message('PrizeProbability', 'The probability of a prize.', {
  prizeId: int64String,
  probabilityPercent: text,
})

/** The lots and prizes of one way to draw. */
export const probability = message('Probability', 'The lots and prizes of one way to draw.', {
  lot: list(lotProbability),
  prize: list(prizeProbability),
})

/**
 * The answer of `gacha.rates`. `products` and `ensuredProducts` name an entry of `probabilities` by
 * product.
 */
export const gachaProbabilityResponse = message(
  'gacha.ProbabilityResponse',
  '`products` and `ensuredProducts` name an entry of `probabilities` by product. Entries of maps are never omitted.',
  {
    ensuredLot: list(lotProbability),
    ensuredPrize: list(prizeProbability),
    ensuredProducts: map(integer),
    lot: list(lotProbability),
    prize: list(prizeProbability),
    probabilities: map(probability),
    products: map(integer),
  },
)
