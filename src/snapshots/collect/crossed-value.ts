/** Points below this pass round numbers all the time. */
const LEAST = 1_000

/**
 * The greatest round number that was reached or passed from one value to a later one; `undefined` when there is none. Round is
 * a number from 1,000 on whose digits behind the first are all zero: 1,000, 2,000 … 9,000, 10,000, 20,000.
 */
export function crossedValue(before: number, now: number): number | undefined {
  if (now < LEAST) return undefined
  const place = 10 ** (String(now).length - 1)
  const round = Math.floor(now / place) * place
  return before < round ? round : undefined
}
