import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const ALL = ['src/**/*.test.ts', 'client/src/*.test.ts', 'test/**/*.test.ts']

/**
 * The tests of `npm run test:full`: those that start databases, browsers, proxies, other languages
 * or whole processes, or that last long. All others are in `npm test`.
 */
const FULL = [
  'src/app/check-stores.test.ts',
  'src/quotas/valkey/*.test.ts',
  'test/acceptance/*.test.ts',
  'test/browser/*.test.ts',
  'test/chaos/*.test.ts',
  'test/client/*.test.ts',
  'test/cluster/*.test.ts',
  'test/dataset/{memory,round-trip}.test.ts',
  'test/deploy/*.test.ts',
  'test/fuzz/*.test.ts',
  'test/http/{proxies,proxy-streams}.test.ts',
  'test/portal/account-hijacking.test.ts',
  'test/python-client/*.test.ts',
  'test/security/canaries.test.ts',
  'test/snapshots/{store-outage,take-over,wrong-clock}.test.ts',
  'test/soak/*.test.ts',
  'test/stores/*.test.ts',
]

/** Which tests are run: those of `npm test`, those of `npm run test:full`, or both. */
export type Suite = 'quick' | 'full' | 'all'

/** Returns the test files of a suite, relative to the project's folder and sorted. */
export function testFilesOf(suite: Suite): readonly string[] {
  const full = new Set(globSync(FULL, { cwd: ROOT }))
  const all = globSync(ALL, { cwd: ROOT, exclude: ['**/node_modules/**'] }).toSorted()
  return all.filter((file) => suite === 'all' || full.has(file) === (suite === 'full'))
}

/** The patterns of the full suite, each of which must match a file. */
export const FULL_PATTERNS: readonly string[] = FULL
