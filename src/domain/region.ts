import { ServiceError } from './service-error.ts'

/** The four game servers, in the order of the spec (rule 3). Case matters: `JP` is unknown. */
export const REGIONS = ['tw', 'jp', 'en', 'kr'] as const

/** One game server. Ids, boards and periods of different regions have nothing in common. */
export type Region = (typeof REGIONS)[number]

/** Whether `text` names a region, exactly. */
export function isRegion(text: string): text is Region {
  return (REGIONS as readonly string[]).includes(text)
}

/** The region that a path names. Throws `invalid_request` where there is no such region; no other one is ever tried. */
export function knownRegion(text: string): Region {
  if (isRegion(text)) return text
  const detail = `It must be one of ${REGIONS.join(', ')}.`
  throw new ServiceError('invalid_request', `region: ${detail}`, {
    problems: [{ parameter: 'region', detail }],
  })
}
