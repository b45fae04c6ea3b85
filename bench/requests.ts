import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { openUsage } from '../src/usage/store/open-sqlite-usage.ts'
import type { UsageStore } from '../src/usage/usage-store.ts'
import type { RequestListQuery } from '../src/usage/request-list.ts'
import { blockOf } from '../test/harness/request-blocks.ts'
import { rowOf } from '../test/harness/usage-row.ts'
import { formatTable, quiet, report } from './report.ts'

// Measures the CPU time of pages of the list of requests, durations per hour and operation, and
// sums over 90 days by hour and by day rows; on many rows, compared with few. `--rows N` sets the
// number of requests and of usage rows.

const at = process.argv.indexOf('--rows')
const ROWS = at < 0 ? 1_000_000 : Number(process.argv[at + 1])
const FEW = ROWS / 20
const PER_BLOCK = 12
const DAYS = 90
// The start of a day (UTC).
const START_HOUR = 527_784
const START_S = (START_HOUR + DAYS * 24) * 3_600
const ROUNDS = 15
const OPERATIONS = ['event.ranking', 'announcement.list', 'circle.search', 'music.ranking']

/** Fills a store with `amount` requests of a day, and as many usage rows of 90 days. */
async function fill(store: UsageStore, amount: number): Promise<number> {
  let sequence = 0
  const blocks = Math.floor(amount / PER_BLOCK)
  for (let block = 0; block < blocks; block += 1) {
    const requests = Array.from({ length: PER_BLOCK }, (_, nth) => ({
      atMs: (START_S + block) * 1_000 + nth * 80,
      durationMs: nth,
      developerId: block % Math.ceil(blocks / 4) === 3 ? 'rare' : `developer ${nth % 4}`,
    }))
    const page = await blockOf(requests, block * PER_BLOCK)
    await store.add({ process: 'bench', sequence: (sequence += 1), rows: [], page }, 1)
  }
  const perHour = Math.ceil(amount / (DAYS * 24))
  for (let hour = START_HOUR; hour < START_HOUR + DAYS * 24; hour += 1) {
    const rows = Array.from({ length: perHour }, (_, nth) =>
      rowOf(`developer ${nth % 50}`, {
        hour,
        keyId: `key ${nth}`,
        operation: OPERATIONS[nth % 4] ?? '',
        durations: [10 + (nth % 20), 1],
      }),
    )
    await store.add({ process: 'bench', sequence: (sequence += 1), rows, page: undefined }, 1)
  }
  return blocks
}

/** Returns the CPU milliseconds of a read under little disturbance, with all threads. */
async function cost(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  // Compiled before it is measured.
  for (let round = 0; round < 3; round += 1) await read()
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = process.cpuUsage()
    await read()
    const { user, system } = process.cpuUsage(from)
    times.push((user + system) / 1_000)
  }
  return quiet(times)
}

async function measure(amount: number): Promise<Readonly<Record<string, number>>> {
  const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
  const store = openUsage(join(folder, 'usage.db'))
  try {
    const blocks = await fill(store, amount)
    const list = (query: Partial<RequestListQuery>) => () =>
      store.list({ limit: 50, sinceS: START_S, ...query })
    const oldest = `${(START_S + Math.floor(blocks / 20)).toString(16)}${'0'.repeat(28)}`
    const days = { fromHour: START_HOUR, toHour: START_HOUR + DAYS * 24 }
    const lastDay = { fromHour: days.toHour - 24, toHour: days.toHour }
    const look = (isPerDay: boolean) => () =>
      store.sums({ ...days, developerId: 'developer 1', by: ['hour'], isPerDay })
    const numbers = {
      'newest page': await cost(list({})),
      'oldest page': await cost(list({ before: oldest })),
      'page of a rare developer': await cost(list({ developerId: 'rare' })),
      'page of slow requests': await cost(list({ slowMs: PER_BLOCK - 1 })),
      'durations per hour and operation, 24 hours': await cost(() => store.latencies(lastDay)),
      '90 days by hour rows': await cost(look(false)),
    }
    while (await store.rollUp(days.toHour)) {
      // A day in each call.
    }
    return { ...numbers, '90 days by day rows': await cost(look(true)) }
  } finally {
    await store.close()
    rmSync(folder, { recursive: true })
  }
}

const [few, many] = [await measure(FEW), await measure(ROWS)]
const lines = Object.entries(many).map(([name, ms]) => {
  const less = few[name] ?? Number.NaN
  return [name, less.toFixed(1), ms.toFixed(1), (ms / less).toFixed(1)]
})
report(formatTable([['CPU ms', `${FEW} rows`, `${ROWS} rows`, 'ratio'], ...lines]), { few, many })
