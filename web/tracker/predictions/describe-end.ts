import type { PageProps } from '../view/page.ts'
import type { PredictionNow } from './prediction.ts'

/** Returns the predicted end of a rank as text, or why there is none if other ranks have one. */
export function describeEnd(
  { messages: { predictions: messages }, format }: Pick<PageProps, 'messages' | 'format'>,
  { prediction }: PredictionNow,
  rank: number,
): string {
  const estimate = prediction?.estimates.get(rank)
  if (estimate === undefined) {
    const unknown = prediction?.unknown.get(rank)
    return unknown === undefined || prediction?.estimates.size === 0
      ? ''
      : `${messages.predicted}: ${messages.noneOfRank[unknown]}`
  }
  const { value, interval90 } = estimate
  const [low, high] = interval90
  return messages.ends(format.short(value), format.short(low), format.short(high))
}
