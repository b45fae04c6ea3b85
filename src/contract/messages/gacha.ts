import { int64String, integer, list, map, message, text } from '../fields.ts'

export const lotProbability = message('LotProbability', {
  lotId: int64String,
  probabilityPercent: text,
})

export const prizeProbability = message('PrizeProbability', {
  prizeId: int64String,
  probabilityPercent: text,
})

export const probability = message('Probability', {
  lot: list(lotProbability),
  prize: list(prizeProbability),
})

export const gachaProbabilityResponse = message('gacha.ProbabilityResponse', {
  ensuredLot: list(lotProbability),
  ensuredPrize: list(prizeProbability),
  ensuredProducts: map(integer),
  lot: list(lotProbability),
  prize: list(prizeProbability),
  probabilities: map(probability),
  products: map(integer),
})
