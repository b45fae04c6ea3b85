/** Where the spec's interface begins, before the region. */
export const OPEN_BASE = '/api/open/v1/game'
