import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { KyselyPlugin } from '#libraries/kysely'
import { blockOf } from '../../../test/harness/request-blocks.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { openDatabase } from '../../platform/sql/open-sqlite-database.ts'
import type { RequestListQuery } from '../request-list.ts'
import { searchRequests } from './search-requests.ts'
import { USAGE_MIGRATIONS } from './usage-migrations.ts'
import { createUsageStore } from './usage-rows.ts'
import type { UsageDatabase, UsageTables } from './usage-schema.ts'

const START_S = 1_900_000_000
const BLOCKS = 4_000
const PER_BLOCK = 12

/** Rows that the first page may read: one statement of filters, and one of blocks. */
const FIRST_PAGE_ROWS = 1_016

describe('a page of requests', () => {
  let database: UsageDatabase
  let rows = 0
  let close: () => Promise<void>
  const countRows: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      rows += result.rows.length
      return result
    },
  }
  before(async () => {
    const path = join(temporaryFolder(), 'usage.db')
    const opened = await openDatabase<UsageTables>(path, USAGE_MIGRATIONS, true)
    const store = createUsageStore({ database: opened.database, close: async () => {} })
    for (let block = 0; block < BLOCKS; block += 1) {
      const requests = Array.from({ length: PER_BLOCK }, (_, at) => ({
        atMs: (START_S + block) * 1_000 + at * 80,
        developerId: block === 7 ? 'rare' : 'common',
      }))
      const page = await blockOf(requests, block * PER_BLOCK)
      await store.add({ process: 'one', sequence: block + 1, rows: [], page }, 1)
    }
    database = opened.database.withPlugin(countRows)
    close = () => opened.database.destroy()
  })
  after(() => close())

  const read = async (query: Partial<RequestListQuery>) => {
    rows = 0
    const page = await searchRequests(database, { limit: 50, sinceS: START_S, ...query })
    return { ...page, rows }
  }

  it('reads as few rows at the end of the list as at its beginning', async () => {
    const first = await read({})
    assert.equal(first.records.length, 50)
    assert.ok(first.rows <= FIRST_PAGE_ROWS, `${first.rows}`)
    for (const share of [0.1, 0.5, 0.9]) {
      const second = START_S + Math.floor(BLOCKS * share)
      const cursor = `${second.toString(16)}${'0'.repeat(28)}`
      const later = await read({ before: cursor })
      assert.equal(later.records.length, 50)
      assert.ok(later.rows <= FIRST_PAGE_ROWS, `${share}: ${later.rows}`)
    }
  })

  it('of a rare developer reads the filters of all blocks, and the bytes of few', async () => {
    const { records, rows: count } = await read({ developerId: 'rare' })
    assert.equal(records.length, PER_BLOCK)
    // About 1 % of the filters match by chance.
    assert.ok(count <= BLOCKS * 1.05, `${count}`)
  })
})
