/**
 * How many of some spans have a moment in common, at most. The spans are [from, to) pairs in one list; one that ends
 * where another begins does not overlap it.
 */
export function greatestOverlap(spans: readonly number[]): number {
  const froms = spans.filter((_, at) => at % 2 === 0).toSorted((one, other) => one - other)
  const tos = spans.filter((_, at) => at % 2 === 1).toSorted((one, other) => one - other)
  let ended = 0
  let greatest = 0
  for (const [begun, from] of froms.entries()) {
    while ((tos[ended] ?? Number.POSITIVE_INFINITY) <= from) ended += 1
    greatest = Math.max(greatest, begun + 1 - ended)
  }
  return greatest
}
