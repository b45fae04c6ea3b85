import { describe } from 'node:test'
import { EXPECTED, testFaults, useSimulator } from './client-under-fault.ts'

describe('the TypeScript client', () => {
  useSimulator()
  testFaults(Object.keys(EXPECTED).filter((name) => EXPECTED[name]?.says === 'upstream_timeout'))
})
