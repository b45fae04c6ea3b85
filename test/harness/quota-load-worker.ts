import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../src/platform/time/system-clock.ts'
import type { QuotaDecision } from '../../src/quotas/quota.ts'
import { quotaScripts, SERVER_TIME } from '../../src/quotas/valkey/quota-scripts.ts'
import { openValkeyQuotaStore } from '../../src/quotas/valkey/open-valkey-quota-store.ts'
import type { QuotaLoadOptions } from './quota-load.ts'

// One node of a quota load. Prints one line with its result.
const load = JSON.parse(process.argv[2] ?? '') as QuotaLoadOptions
const { developerId, limits, attempts, parallel, holdMs, clockOffsetMs } = load
const store = await openValkeyQuotaStore({
  url: load.url,
  clock: { ...systemClock, nowMs: () => systemClock.nowMs() + clockOffsetMs },
  observe: () => {},
  scripts: quotaScripts(load.now ?? SERVER_TIME),
  // A long timeout: the load tests exactness, and several processes may slow the machine.
  answerMs: 5_000,
  leaseMs: load.leaseMs,
})

const result = { admitted: 0, refused: 0, failed: 0, underQuota: 0, concurrencyMax: 0 }
const violated: Record<string, number> = {}
let next = 0

function count({ violated: names, state }: QuotaDecision): void {
  if (names.length === 0) {
    result.admitted += 1
    result.concurrencyMax = Math.max(result.concurrencyMax, state.used.concurrency)
    return
  }
  result.refused += 1
  for (const name of names) {
    violated[name] = (violated[name] ?? 0) + 1
    if (state.used[name] < state.limits[name]) result.underQuota += 1
  }
}

async function sendAttempts(): Promise<void> {
  while (next < attempts) {
    const leaseId = `${process.pid} ${(next += 1)}`
    try {
      const decision = await store.take(developerId, limits, leaseId)
      count(decision)
      if (decision.violated.length > 0 || holdMs < 0) continue
      if (holdMs > 0) await sleep(Math.random() * holdMs)
      store.release(developerId, leaseId)
    } catch {
      result.failed += 1
    }
  }
}

await Promise.all(Array.from({ length: parallel }, sendAttempts))
process.stdout.write(JSON.stringify({ ...result, violated }))
if (holdMs < 0) setInterval(() => {}, 1_000)
else await store.close()
