import { join } from 'node:path'
import { createClient } from '@redis/client'
import { systemClock } from '../../src/platform/time/system-clock.ts'
import type { QuotaStore } from '../../src/quotas/quota.ts'
import { createEmbeddedQuotaStore } from '../../src/quotas/embedded/embedded-quota-store.ts'
import { quotaScripts, SERVER_TIME } from '../../src/quotas/valkey/quota-scripts.ts'
import { openValkeyQuotaStore } from '../../src/quotas/valkey/open-valkey-quota-store.ts'

/** A measured decision maker. */
export interface Subject {
  readonly name: string
  /** Makes decision `number` and releases its lease. */
  readonly decide: (number: number) => unknown
  /** CPU time of the server so far, in microseconds. */
  readonly serverCpuUs: () => Promise<number>
  readonly close: () => unknown
}

const DEVELOPERS = 100
const ROOM = { minute: 1e9, day: 1e9, concurrency: 1e9 }
/** Exhausted by the first request: the node then repeats the rejection without the server. */
const EXHAUSTED = { ...ROOM, day: 1 }

/** Opens all subjects, on the same server and with the same client. */
export async function openSubjects(folder: string, url: string): Promise<readonly Subject[]> {
  const client = createClient({ url, RESP: 2 })
  await client.connect()
  const serverCpuUs = async () => {
    const info = await client.sendCommand<string>(['INFO', 'cpu'])
    const seconds = (name: string) => Number(new RegExp(`${name}:([\\d.]+)`).exec(info)?.[1])
    return (seconds('used_cpu_user') + seconds('used_cpu_sys')) * 1e6
  }
  const embedded = createEmbeddedQuotaStore({
    path: join(folder, 'quota.bin'),
    clock: systemClock,
    onDropped: () => {},
    onSyncFailed: () => {},
  })
  const shared = await openValkeyQuotaStore({
    url,
    clock: systemClock,
    observe: () => {},
    scripts: quotaScripts(SERVER_TIME),
    answerMs: 5_000,
    leaseMs: 15_000,
  })
  const subjects: readonly Subject[] = [
    {
      name: 'plain INCR',
      decide: (number) => client.sendCommand(['INCR', `bench:${number % DEVELOPERS}`]),
      serverCpuUs,
      close: () => client.destroy(),
    },
    {
      name: 'embedded',
      decide: admissions(embedded, DEVELOPERS),
      serverCpuUs,
      close: () => embedded.close(),
    },
    {
      name: 'shared',
      decide: admissions(shared, DEVELOPERS),
      serverCpuUs,
      close: () => shared.close(),
    },
    {
      name: 'shared, one developer',
      decide: admissions(shared, 1),
      serverCpuUs,
      close: () => {},
    },
    {
      name: 'shared, rejected',
      decide: (number) => shared.take('exhausted', EXHAUSTED, `lease ${number}`),
      serverCpuUs,
      close: () => {},
    },
  ]
  return subjects.toReversed()
}

/** Returns a decision that admits, and releases its lease, for so many developers in turn. */
function admissions(store: QuotaStore, developers: number) {
  return async (number: number) => {
    const [developer, lease] = [`developer ${number % developers}`, `lease ${number}`]
    const { violated } = await store.take(developer, ROOM, lease)
    if (violated.length > 0) throw new Error('A request was rejected unexpectedly.')
    store.release(developer, lease)
  }
}
