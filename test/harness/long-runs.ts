import fc from 'fast-check'

// Loaded before the tests by `npm run test:long`: the number of runs of each property without its
// own.
fc.configureGlobal({ numRuns: 20_000 })
