import type { Region } from './region.ts'

/** The zone in which most players of a region live. */
export const REGION_ZONES: Readonly<Record<Region, string>> = {
  jp: 'Asia/Tokyo',
  tw: 'Asia/Taipei',
  en: 'America/Los_Angeles',
  kr: 'Asia/Seoul',
}
