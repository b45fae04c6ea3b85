/** A second in milliseconds. */
export const SECOND_MS = 1_000

/** A UTC minute in milliseconds. */
export const MINUTE_MS = 60_000

/** An hour in milliseconds. */
export const HOUR_MS = 3_600_000

/** A UTC day in milliseconds. Unix time has no leap seconds, so every day is this long. */
export const DAY_MS = 86_400_000
