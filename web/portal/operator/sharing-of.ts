/** What is known of the answers of a region. */
export interface Sharing {
  readonly answers: number
  readonly cacheHits: number
  readonly joined: number
}

/** The part of the answers, 0 to 1, for which no call of their own was made; `undefined` without answers. */
export function sharingOf({ answers, cacheHits, joined }: Sharing): number | undefined {
  return answers === 0 ? undefined : Math.min(1, (cacheHits + joined) / answers)
}
