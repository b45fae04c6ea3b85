import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { RequestListQuery } from '../../src/usage/request-list.ts'
import { openUsage } from '../../src/usage/store/open-sqlite-usage.ts'
import type { UsageStore } from '../../src/usage/usage-store.ts'
import { isLongRun } from '../harness/is-long-run.ts'
import { blockOf } from '../harness/request-blocks.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// A million requests of 24 hours in as many small blocks as a server with twelve requests per
// second writes; a quarter of them unless the run is long, because writing takes most of the time.

const START_S = 1_900_000_000
const BLOCKS = isLongRun ? 83_334 : 20_834
const PER_BLOCK = 12
const RARE_BLOCKS = 5_000

/** Milliseconds of processor time that one page may take; a busy machine takes longer in all. */
const PAGE_CPU_MS = 200

describe(`${(BLOCKS * PER_BLOCK).toLocaleString('en')} requests`, () => {
  let store: UsageStore
  before(async () => {
    store = openUsage(join(temporaryFolder(), 'usage.db'))
    for (let block = 0; block < BLOCKS; block += 1) {
      const requests = Array.from({ length: PER_BLOCK }, (_, at) => ({
        atMs: (START_S + block) * 1_000 + at * 80,
        durationMs: at,
        ...(at === 0 && block % RARE_BLOCKS === 7
          ? { developerId: 'rare', keyId: 'rare', status: 502, code: 'upstream_error' as const }
          : { developerId: `developer ${at % 4}` }),
      }))
      const page = await blockOf(requests, block * PER_BLOCK)
      await store.add({ process: 'one', sequence: block + 1, rows: [], page }, 1)
    }
  })
  after(() => store.close())

  /** Reads pages until the end or `pagesMax`; returns their sizes and the slowest. */
  async function readPages(query: Omit<RequestListQuery, 'sinceS'>, pagesMax = Infinity) {
    let [records, pages, slowestMs] = [0, 0, 0]
    for (let cursor = query.before; pages < pagesMax; pages += 1) {
      const from = process.cpuUsage()
      const page = await store.list({ ...query, sinceS: START_S, before: cursor })
      const { user, system } = process.cpuUsage(from)
      slowestMs = Math.max(slowestMs, (user + system) / 1_000)
      records += page.records.length
      cursor = page.next
      if (cursor === undefined) break
    }
    return { records, pages, slowestMs }
  }

  it('are listed a page at a time, the newest and the oldest', async (t) => {
    await readPages({ limit: 50 }, 3)
    for (const second of [BLOCKS, BLOCKS / 2, 20]) {
      const digits = Math.floor(START_S + second).toString(16)
      const cursor = `${digits}${'0'.repeat(28)}`
      const { records, slowestMs } = await readPages({ limit: 50, before: cursor }, 4)
      t.diagnostic(`second ${second}: ${slowestMs} ms`)
      assert.ok(records >= 200, `${records}`)
      assert.ok(slowestMs < PAGE_CPU_MS, `${slowestMs}`)
    }
  })

  it('are searched for rare ones, each call within the same time', async (t) => {
    for (const filter of [
      { developerId: 'rare' },
      { code: 'upstream_error' as const },
      { developerId: 'rare', slowMs: 5 },
      { slowMs: 100 },
      { cache: 'hit' as const },
      { developerId: 'developer 1', cache: 'hit' as const },
    ]) {
      const { records, pages, slowestMs } = await readPages({ ...filter, limit: 50 }, 150)
      t.diagnostic(`${JSON.stringify(filter)}: ${records} in ${pages} calls, ${slowestMs} ms`)
      const expected = 'slowMs' in filter || 'cache' in filter ? 0 : Math.ceil(BLOCKS / RARE_BLOCKS)
      assert.equal(records, expected)
      assert.ok(slowestMs < PAGE_CPU_MS, `${slowestMs}`)
    }
  })

  it('are read completely in large pages', async (t) => {
    const { records, pages, slowestMs } = await readPages({ limit: 1_000 }, 100)
    t.diagnostic(`${records} in ${pages} pages, ${slowestMs} ms`)
    assert.equal(records, 100_000)
    assert.ok(slowestMs < PAGE_CPU_MS, `${slowestMs}`)
  })
})
