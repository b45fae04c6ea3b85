/** The path prefix of the keyed API; the next segment is the region. */
export const KEYED_PREFIX = '/api/open/v1/game/'
