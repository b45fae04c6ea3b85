/** Number of colors in the palette of the charts. */
const COLORS = 8

/** Offset of the ranks of one decade, by their first digit, so that neighbors differ. */
const OFFSETS = [0, 0, 5, 6, 2, 3, 6, 1, 4, 7] as const

/**
 * Returns the index, 0 to 7, of the color of a rank. It does not depend on the other ranks shown.
 * The ranks 1, 10, 100, 1,000, 5,000 and 10,000 have six different colors.
 */
export function rankColor(rank: number): number {
  const digits = String(Math.max(1, Math.trunc(rank)))
  const first = Number(digits[0])
  return (digits.length - 1 + (OFFSETS[first] ?? 0)) % COLORS
}
