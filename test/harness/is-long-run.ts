import fc from 'fast-check'

/**
 * Whether this is `npm run test:long`, which includes slow tests (`long-runs.ts` is loaded first).
 */
export const isLongRun = (fc.readConfigureGlobal().numRuns ?? 0) > 1_000
