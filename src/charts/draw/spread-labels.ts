/**
 * Moves places of labels, each `gap` at least from the next, as little as need be and between `top` and `bottom`. The places may be in any order,
 * and come back in it. Where they do not all fit, they share the room.
 */
export function spreadLabels(
  places: readonly number[],
  { gap, top, bottom }: { readonly gap: number; readonly top: number; readonly bottom: number },
): readonly number[] {
  const between = Math.min(gap, (bottom - top) / Math.max(1, places.length - 1))
  const order = places.map((_, index) => index)
  order.sort((one, other) => (places[one] ?? 0) - (places[other] ?? 0) || one - other)
  const spread = order.map((index) => Math.min(Math.max(places[index] ?? 0, top), bottom))
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
