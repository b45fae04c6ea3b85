import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { machine } from '../../src/compose/world.ts'
import type { Awaitable } from '../../src/domain/awaitable.ts'
import { createEmbeddedQuotaStore } from '../../src/stores/embedded/quota-store.ts'

/** The programs of this question, in the order of the report, and what each one is. */
export const COUNTERS = {
  write:
    'nothing but one positioned write of 64 bytes, which no exact counter of one process can do without',
  'one developer':
    'the embedded quota store, 50 at one time: three limits, and the place given back',
  '10,000 developers': 'the same, every decision about another developer',
  sqlite:
    'one counter in SQLite (WAL, synchronous = NORMAL), by one upsert: not exact over three limits',
} as const

/** The name of one program. */
export type CounterName = keyof typeof COUNTERS

/** Decides once, and gives back what was taken. */
export type Decide = (at: number) => Awaitable<void>

const LIMITS = { minute: 900_000_000, day: 900_000_000, concurrency: 1_000 }
const DEVELOPERS = 10_000
const SLOT_BYTES = 64

/** Opens all of them, each on a file of its own in `folder`. */
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
    clock: machine.clock,
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
  const parts = opened.move()
  return {
    decide: {
      write: () => void writeSync(file, slot, 0, SLOT_BYTES, 0),
      'one developer': (at) => admit('developer', at),
      '10,000 developers': (at) => admit(`developer ${at % DEVELOPERS}`, at),
      sqlite: () => void upsert.run('developer'),
    },
    close: () => parts.dispose(),
  }
}
