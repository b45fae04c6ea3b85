/** The smallest int64. */
export const INT64_MIN = -(2n ** 63n)

/** The largest int64. */
export const INT64_MAX = 2n ** 63n - 1n
