import { ServiceError } from '../platform/http/errors/service-error.ts'

/** The four game servers, in the order of the spec (rule 3). Case-sensitive: `JP` is unknown. */
export const REGIONS = ['tw', 'jp', 'en', 'kr'] as const

/** One game server. Ids, boards and periods of one region mean nothing in another. */
export type Region = (typeof REGIONS)[number]

/** Returns whether `text` is exactly the name of a region. */
export function isRegion(text: string): text is Region {
  return (REGIONS as readonly string[]).includes(text)
}

/**
 * Returns the region of a path segment. Throws `invalid_request` if it is unknown; never falls back
 * to another region.
 */
export function knownRegion(text: string): Region {
  if (isRegion(text)) return text
  const detail = `It must be one of ${REGIONS.join(', ')}.`
  throw new ServiceError('invalid_request', `region: ${detail}`, {
    problems: [{ parameter: 'region', detail }],
  })
}
