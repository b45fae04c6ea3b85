import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { systemPlatform } from '../../src/platform/platform.ts'
import type { Awaitable } from '../../src/platform/concurrency/awaitable.ts'
import { createEmbeddedQuotaStore } from '../../src/quotas/embedded/embedded-quota-store.ts'

/** The measured programs and their descriptions, in the order of the report. */
export const COUNTERS = {
  write: 'one positioned write of 64 bytes: the minimum for an exact counter of one process',
  'one developer': 'the embedded quota store, 50 concurrent: three limits, and the slot released',
  '10,000 developers': 'the same, each decision for a different developer',
  sqlite:
    'one counter in SQLite (WAL, synchronous = NORMAL), one upsert: not exact across three limits',
} as const

/** The name of one program. */
export type CounterName = keyof typeof COUNTERS

/** Makes one decision and releases its slot. */
export type Decide = (at: number) => Awaitable<void>

const LIMITS = { minute: 900_000_000, day: 900_000_000, concurrency: 1_000 }
const DEVELOPERS = 10_000
const SLOT_BYTES = 64

/** Opens all programs, each on its own file in `folder`. */
export function openCounters(folder: string): {
  readonly decide: Readonly<Record<CounterName, Decide>>
  close(): void
} {
  using opened = new DisposableStack()
  const file = openSync(join(folder, 'write'), 'w')
  opened.defer(() => closeSync(file))
  const slot = Buffer.alloc(SLOT_BYTES)
  const quotas = createEmbeddedQuotaStore({
    path: join(folder, 'quota.bin'),
    clock: systemPlatform.clock,
    onDropped: () => {},
    onSyncFailed: () => {},
  })
  opened.defer(() => void quotas.close())
  const database = new DatabaseSync(join(folder, 'counters.db'))
  opened.defer(() => database.close())
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  database.exec(
    'CREATE TABLE counter (name TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID',
  )
  const upsert = database.prepare(
    'INSERT INTO counter VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET count = count + 1',
  )
  const admit = async (developer: string, at: number) => {
    const { violated } = await quotas.take(developer, LIMITS, `lease ${at}`)
    if (violated.length > 0) throw new Error('Not admitted.')
    quotas.release(developer, `lease ${at}`)
  }
  const resources = opened.move()
  return {
    decide: {
      write: () => void writeSync(file, slot, 0, SLOT_BYTES, 0),
      'one developer': (at) => admit('developer', at),
      '10,000 developers': (at) => admit(`developer ${at % DEVELOPERS}`, at),
      sqlite: () => void upsert.run('developer'),
    },
    close: () => resources.dispose(),
  }
}
