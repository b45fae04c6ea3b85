/** Says when each of these developers was last served, in Unix milliseconds to the hour; who was not is absent. */
export type LastUsed = (developerIds: readonly string[]) => Promise<ReadonlyMap<string, number>>
