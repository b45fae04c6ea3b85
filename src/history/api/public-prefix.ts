/** The prefix of all public paths. */
export const PUBLIC_ROOT = '/api/public/'

/** The prefix of the public data interface. The next path segment is the region. */
export const PUBLIC_PREFIX = `${PUBLIC_ROOT}v1/game/`
