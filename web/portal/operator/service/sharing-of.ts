/** Response counts of a region. */
export interface Sharing {
  readonly answers: number
  readonly cacheHits: number
  readonly joined: number
}

/**
 * Returns the share of responses, 0 to 1, without their own upstream call; `undefined` without
 * responses.
 */
export function sharingOf({ answers, cacheHits, joined }: Sharing): number | undefined {
  return answers === 0 ? undefined : Math.min(1, (cacheHits + joined) / answers)
}
