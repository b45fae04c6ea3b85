import { REGIONS, type Region } from '../../../domain/region.ts'

/** Places that a region has for its own. They are part of the form of a dataset, as is the order of the regions. */
const PLACES_OF_A_REGION = 2 ** 32

/** The first and the last place that the circles of a region can have, so that each region is indexed by itself. */
export function placesOf(region: Region): { readonly first: number; readonly last: number } {
  const before = REGIONS.indexOf(region) * PLACES_OF_A_REGION
  return { first: before + 1, last: before + PLACES_OF_A_REGION }
}

/** The table of words of a region's circles. */
export function wordsTableOf(region: Region): string {
  return `circle_words_${region}`
}
