import type { Region } from './region.ts'

const INT64_MAX = 9_223_372_036_854_775_807n

/**
 * Profile ids outside jp: eleven digits that begin with the digit of the region (the spec,
 * "Identifiers").
 */
const PROFILE_ID_SHAPES: Readonly<Record<string, RegExp | undefined>> = {
  tw: /^2[0-9]{10}$/,
  jp: /^[1-9][0-9]*$/,
  en: /^3[0-9]{10}$/,
  kr: /^4[0-9]{10}$/,
} satisfies Record<Region, RegExp>

/** Returns whether canonical digits can be an id: every id is a positive int64. */
export function idCanExist(value: string): boolean {
  return value.length < 19 || (value.length === 19 && BigInt(value) <= INT64_MAX)
}

/** Returns whether a canonical profile id can exist in `region`. */
export function profileIdCanExist(value: string, region: string): boolean {
  return PROFILE_ID_SHAPES[region]?.test(value) === true && idCanExist(value)
}
