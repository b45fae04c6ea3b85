import type { AnalogModel } from './analog-models.ts'

/** Level: the points end where those of past runs ended, however they got there. */
export const LEVEL_MODEL: AnalogModel = {
  traitOf: ({ result }) => Math.log(result),
  growthOf: ({ points }, trait) => Math.exp(trait) - points,
}
