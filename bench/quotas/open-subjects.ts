import { join } from 'node:path'
import { createClient } from '@redis/client'
import { systemClock } from '../../src/compose/system-clock.ts'
import type { QuotaStore } from '../../src/domain/quota.ts'
import { createEmbeddedQuotaStore } from '../../src/stores/embedded/quota-store.ts'
import { quotaScripts, SERVER_TIME } from '../../src/stores/valkey/quota-scripts.ts'
import { openValkeyQuotaStore } from '../../src/stores/valkey/quota-store.ts'

/** Something whose decisions are measured. */
export interface Subject {
  readonly name: string
  /** Makes the decision of that number, and all that belongs to it. */
  decide(number: number): unknown
  /** Microseconds of CPU that the server has used so far. */
  serverCpuUs(): Promise<number>
  close(): unknown
}

const DEVELOPERS = 100
const ROOM = { minute: 1e9, day: 1e9, concurrency: 1e9 }
/** The second of these two refuses all, and the node repeats it by itself. */
const OVER = { ...ROOM, day: 1 }

/** Opens everything that is compared: on the same server, with the same client. */
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
  const admissions = (store: QuotaStore) => async (number: number) => {
    const [developer, lease] = [`developer ${number % DEVELOPERS}`, `lease ${number}`]
    const { violated } = await store.take(developer, ROOM, lease)
    if (violated.length > 0) throw new Error('Nothing is to be refused here.')
    store.release(developer, lease)
  }
  const subjects: readonly Subject[] = [
    {
      name: 'bare INCR',
      decide: (number) => client.sendCommand(['INCR', `bench:${number % DEVELOPERS}`]),
      serverCpuUs,
      close: () => client.destroy(),
    },
    { name: 'embedded', decide: admissions(embedded), serverCpuUs, close: embedded.close },
    { name: 'shared', decide: admissions(shared), serverCpuUs, close: shared.close },
    {
      name: 'shared, refused',
      decide: (number) => shared.take('over', OVER, `lease ${number}`),
      serverCpuUs,
      close: () => {},
    },
  ]
  return subjects.toReversed()
}
