import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const ALL = ['src/**/*.test.ts', 'client/src/*.test.ts', 'test/**/*.test.ts']

/**
 * The tests of `npm run test:full`: those that start databases, browsers, proxies, other languages
 * or whole processes, or that last long. All others are in `npm test`.
 */
const FULL = [
  'src/app/stores/check-stores.test.ts',
  'src/health/read-certificate.test.ts',
  'src/quotas/valkey/*.test.ts',
  'test/acceptance/*.test.ts',
  'test/browser/*.test.ts',
  'test/chaos/*.test.ts',
  'test/client/*.test.ts',
  'test/cluster/*.test.ts',
  'test/dataset/{memory,round-trip}.test.ts',
  'test/deploy/*.test.ts',
  'test/fuzz/*.test.ts',
  'test/docs/run-pages.test.ts',
  'test/http/{proxies,proxy-streams}.test.ts',
  'test/portal/account-hijacking.test.ts',
  'test/python-client/*.test.ts',
  'test/security/canaries.test.ts',
  'test/snapshots/{store-outage,take-over,wrong-clock}.test.ts',
  'test/soak/*.test.ts',
  'test/stores/*.test.ts',
  'test/webhooks/{end-to-end,kill,many-webhooks}.test.ts',
]

/**
 * Files of the full suite that wait most of the time: for timeouts, for stores that are down, for
 * leases. They run beside the others, because they need a fifth of a processor.
 */
const WAITING = [
  'test/chaos/{portal,quotas}.test.ts',
  'test/{client,python-client}/example-bot.test.ts',
  'test/cluster/lifecycle.test.ts',
  'test/snapshots/{store-outage,take-over,wrong-clock}.test.ts',
  'test/stores/{keep-session,own-database,postgres-outages,usage-outages}.test.ts',
]

/** Returns those of the files that wait most of the time. */
export function waitingFilesOf(files: readonly string[]): readonly string[] {
  const waiting = new Set(globSync(WAITING, { cwd: ROOT }))
  return files.filter((file) => waiting.has(file))
}

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

/** The patterns of the files that wait, each of which must match a file of the full suite. */
export const WAITING_PATTERNS: readonly string[] = WAITING
