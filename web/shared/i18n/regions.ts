import { REGION_ORDER } from '../../../src/game/region-order.ts'

/** The four game servers, in the order of their tabs. */
export const REGIONS = REGION_ORDER

/** One of {@link REGIONS}. */
export type Region = (typeof REGIONS)[number]

/** Returns whether `text` is exactly one of {@link REGIONS}. */
export function isRegion(text: string): text is Region {
  return (REGIONS as readonly string[]).includes(text)
}
