import type { Region } from '../domain/region.ts'

const INT64_MAX = 9_223_372_036_854_775_807n

/** Profile ids outside jp: eleven digits that begin with the digit of the region (the spec, "Identifiers"). */
const PROFILE_ID_SHAPES: Readonly<Record<Region, RegExp>> = {
  tw: /^2[0-9]{10}$/,
  jp: /^[1-9][0-9]*$/,
  en: /^3[0-9]{10}$/,
  kr: /^4[0-9]{10}$/,
}

/** Whether canonical digits can be an id at all: every id is a positive int64. */
export function idCanExist(value: string): boolean {
  return value.length < 19 || (value.length === 19 && BigInt(value) <= INT64_MAX)
}

/** Whether a canonical profile id can exist in `region`. */
export function profileIdCanExist(value: string, region: Region): boolean {
  return PROFILE_ID_SHAPES[region].test(value) && idCanExist(value)
}
