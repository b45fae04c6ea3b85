/**
 * Returns when each developer was last served, in Unix milliseconds rounded to the hour; omits
 * developers never served.
 */
export type LastUsed = (developerIds: readonly string[]) => Promise<ReadonlyMap<string, number>>

/** Returns the same for keys of one developer, with their rejections. */
export type KeysLastUsed = (
  developerId: string,
  keyIds: readonly string[],
) => Promise<ReadonlyMap<string, number>>
