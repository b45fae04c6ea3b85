/** The four game servers, in the order of the spec (rule 3). Case matters: `JP` is unknown. */
export const REGIONS = ['tw', 'jp', 'en', 'kr'] as const

/** One game server. Ids, boards and periods of different regions have nothing in common. */
export type Region = (typeof REGIONS)[number]

/** Whether `text` names a region, exactly. */
export function isRegion(text: string): text is Region {
  return (REGIONS as readonly string[]).includes(text)
}
