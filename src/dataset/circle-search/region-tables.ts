import { REGIONS, type Region } from '../../game/region.ts'

/**
 * Places reserved per region. They are part of the dataset format, as is the order of the regions.
 */
const PLACES_OF_A_REGION = 2 ** 32

/**
 * Returns the first and the last place of a region's circles, so that each region is indexed
 * separately.
 */
export function placesOf(region: Region): { readonly first: number; readonly last: number } {
  const before = REGIONS.indexOf(region) * PLACES_OF_A_REGION
  return { first: before + 1, last: before + PLACES_OF_A_REGION }
}

/** Returns the name of the word table of a region's circles. */
export function wordsTableOf(region: Region): string {
  return `circle_words_${region}`
}
