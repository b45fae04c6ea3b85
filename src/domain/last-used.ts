/** Says when each of these developers was last served, in Unix milliseconds to the hour; who was not is absent. */
export type LastUsed = (developerIds: readonly string[]) => Promise<ReadonlyMap<string, number>>

/** The same for keys of one developer, with what they were refused. */
export type KeysLastUsed = (
  developerId: string,
  keyIds: readonly string[],
) => Promise<ReadonlyMap<string, number>>
