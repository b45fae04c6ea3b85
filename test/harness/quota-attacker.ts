import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../src/compose/system-clock.ts'
import type { QuotaDecision } from '../../src/domain/quota.ts'
import { quotaScripts, SERVER_TIME } from '../../src/stores/valkey/quota-scripts.ts'
import { openValkeyQuotaStore } from '../../src/stores/valkey/quota-store.ts'
import type { Attack } from './quota-attack.ts'

// One node of an attack on a quota store. It prints one line of what came of it.
const attack = JSON.parse(process.argv[2] ?? '') as Attack
const { developerId, limits, attempts, parallel, holdMs, clockOffsetMs } = attack
const store = await openValkeyQuotaStore({
  url: attack.url,
  clock: { ...systemClock, nowMs: () => systemClock.nowMs() + clockOffsetMs },
  observe: () => {},
  scripts: quotaScripts(attack.now ?? SERVER_TIME),
  // Exactness is tried here and not speed: with several processes the machine may be slow.
  answerMs: 5_000,
  leaseMs: attack.leaseMs,
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

async function attackOn(): Promise<void> {
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

await Promise.all(Array.from({ length: parallel }, attackOn))
process.stdout.write(JSON.stringify({ ...result, violated }))
if (holdMs < 0) setInterval(() => {}, 1_000)
else await store.close()
