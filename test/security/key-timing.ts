import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { Worker } from 'node:worker_threads'
import { dataPaths } from '../../src/platform/files/data-paths.ts'
import { startTestService } from '../harness/start-test-service.ts'
import type { RefusalTimes, RefusedRequests } from './key-timing-client.ts'
import { createRefusedKeys, type KeyKind } from './key-kinds.ts'
import { cropped, quantile, welchT } from './welch.ts'

// `npm run timing [count]`: tests whether response times distinguish unknown, revoked and wrong
// keys. Requests of all kinds use the same connections, in a new random order in each round; two
// groups have the same kind, to show the effect of chance. The client has its own thread, so that
// it measures when a response arrives, without the server's work after it.
const COUNT = Number(process.argv[2] ?? 10_000)
const T_MAX = 4.5
const CROPS = [1, 0.99, 0.95, 0.9, 0.75] as const
const GROUPS: Readonly<Record<string, KeyKind>> = {
  unknown: 'unknown',
  'unknown (control)': 'unknown',
  revoked: 'revoked',
  'wrong secret': 'wrong secret',
}

const folder = mkdtempSync(join(tmpdir(), 'backline-timing-'))
const test = await startTestService({
  folder,
  observe: () => {},
  environment: { BACKLINE_UNKNOWN_KEYS_MINUTE: '1000000' },
})
try {
  const createKeys = await createRefusedKeys(test, dataPaths(test.config.dataDir).accounts)
  for (const [name, isFresh] of [
    ['a cached key', false],
    ['a key that is not cached', true],
  ] as const) {
    const keys = new Map<string, readonly string[]>()
    for (const [group, kind] of Object.entries(GROUPS))
      keys.set(group, await createKeys(kind, isFresh ? COUNT + 500 : 1))
    await measure(keys, 500)
    report(name, await measure(keys, COUNT, 500))
  }
} finally {
  await test.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Returns the nanoseconds of each request, by group. */
async function measure(
  keys: RefusedRequests['keys'],
  count: number,
  from = 0,
): Promise<RefusalTimes> {
  const workerData: RefusedRequests = { origin: test.origin, keys, count, from }
  const client = new Worker(new URL('key-timing-client.ts', import.meta.url), { workerData })
  const [times] = (await once(client, 'message')) as [RefusalTimes]
  return times
}

function report(name: string, times: RefusalTimes): void {
  process.stdout.write(`\n${name}, ${COUNT} of each:\n`)
  for (const [group, figures] of times) {
    const shown = [0.1, 0.5, 0.9].map((share) => (quantile(figures, share) / 1_000).toFixed(2))
    process.stdout.write(`  ${group.padEnd(14)} p10, p50, p90: ${shown.join(', ')} µs\n`)
  }
  const groups = [...times]
  for (const [index, [one, some]] of groups.entries()) {
    for (const [other, others] of groups.slice(index + 1)) {
      const ts = CROPS.map((share) => welchT(...cropped(some, others, share)))
      const differs = ts.some((t) => Math.abs(t) >= T_MAX)
      if (differs) process.exitCode = 1
      const figures = ts.map((t) => t.toFixed(2).padStart(6)).join(' ')
      process.stdout.write(
        `  ${`${one} / ${other}`.padEnd(28)} t at crops ${CROPS.join(', ')}: ${figures}${differs ? '  DIFFERENT' : ''}\n`,
      )
    }
  }
}
