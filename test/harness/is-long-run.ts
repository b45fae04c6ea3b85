import fc from 'fast-check'

/** Whether this is `npm run test:long`, where what takes minutes is done as well (`long-runs.ts` is loaded first). */
export const isLongRun = (fc.readConfigureGlobal().numRuns ?? 0) > 1_000
