/** Where the spec's interface begins; the region is always the segment behind it. */
export const OPEN_PREFIX = '/api/open/v1/game/'
