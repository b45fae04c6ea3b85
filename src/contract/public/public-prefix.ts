/** What all public paths begin with. */
export const PUBLIC_ROOT = '/api/public/'

/** Where the public data interface begins; the region is always the segment behind it. */
export const PUBLIC_PREFIX = `${PUBLIC_ROOT}v1/game/`
