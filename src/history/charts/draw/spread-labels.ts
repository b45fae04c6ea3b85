/**
 * Moves label positions to be at least `gap` apart, between `top` and `bottom`, with minimal
 * shifts. Positions may be in any order, which the result keeps. If they do not all fit, they share
 * the space evenly.
 */
export function spreadLabels(
  positions: readonly number[],
  { gap, top, bottom }: { readonly gap: number; readonly top: number; readonly bottom: number },
): readonly number[] {
  const between = Math.min(gap, (bottom - top) / Math.max(1, positions.length - 1))
  const order = positions.map((_, index) => index)
  order.sort((one, other) => (positions[one] ?? 0) - (positions[other] ?? 0) || one - other)
  const spread = order.map((index) => Math.min(Math.max(positions[index] ?? 0, top), bottom))
  for (let at = 1; at < spread.length; at += 1) {
    spread[at] = Math.max(spread[at] ?? 0, (spread[at - 1] ?? 0) + between)
  }
  let most = bottom
  for (let at = spread.length - 1; at >= 0; at -= 1) {
    spread[at] = Math.min(spread[at] ?? 0, most)
    most = (spread[at] ?? 0) - between
  }
  const result: number[] = []
  for (const [at, index] of order.entries()) result[index] = spread[at] ?? 0
  return result
}
