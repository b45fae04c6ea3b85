import fc from 'fast-check'

// Loaded before the tests by `npm run test:long`: every property is tried this often, unless it says a number itself.
fc.configureGlobal({ numRuns: 20_000 })
