import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { RequestFilter, RequestListQuery } from '../../src/usage/request-list.ts'
import type { UsageStore } from '../../src/usage/usage-store.ts'
import { blockOf, requestIdOf, type TestRequest } from '../harness/request-blocks.ts'
import type { UsageStoreUnderTest } from './usage-store-contract.ts'

const START_S = 1_900_000_000
const SECONDS = 300
const DEVELOPERS = ['ann', 'bob', 'cy'] as const

/** Contract of the list of requests of every usage store. */
export function requestListContract(name: string, open: () => Promise<UsageStoreUnderTest>): void {
  describe(`the list of requests, ${name}`, () => {
    let under: UsageStoreUnderTest
    const added: { readonly id: string; readonly request: TestRequest }[] = []
    before(async () => {
      under = await open()
      // Three processes, whose blocks overlap in time; one writes after an outage of a minute.
      let nth = 0
      for (let second = 0; second < SECONDS; second += 1) {
        for (const process of ['one', 'two', 'three']) {
          if (process === 'three' && second % 60 !== 59) continue
          const back = process === 'three' ? 60 : 3
          const requests = Array.from({ length: process === 'three' ? 40 : 5 }, (_, at) =>
            requestAt(second - ((at * 7) % back), nth + at),
          )
          const page = await blockOf(requests, nth)
          added.push(
            ...requests.map((request, at) => ({
              id: requestIdOf(request.atMs, nth + at),
              request,
            })),
          )
          nth += requests.length
          await under.store.add({ process, sequence: second + 1, rows: [], page }, 1)
        }
      }
    })
    after(() => under.close())

    const expected = (filter: RequestFilter, sinceS = 0) =>
      added
        .filter(({ request }) => isWanted(request, filter) && request.atMs >= sinceS * 1_000)
        .toSorted((one, other) => orderOf(other).localeCompare(orderOf(one)))
        .map(({ id }) => id)

    it('has every request once, newest first, on pages of any size', async () => {
      for (const limit of [1_000, 64, 7]) {
        assert.deepEqual(await idsOf(under.store, { limit, sinceS: 0 }), expected({}), `${limit}`)
      }
    })

    it('has exactly what a filter selects', async () => {
      const filters: readonly RequestFilter[] = [
        { developerId: 'ann' },
        { developerId: 'bob', status: 429 },
        { code: 'not_found' },
        { region: 'kr', operation: 'event.ranking' },
        { keyId: 'key of cy' },
        { keyIds: ['key of cy', 'key of bob'] },
        { keyIds: [] },
        { cache: 'hit' },
        { slowMs: 900 },
        { cache: 'joined', slowMs: 500, developerId: 'cy' },
        { developerId: 'nobody' },
      ]
      for (const filter of filters) {
        const found = await idsOf(under.store, { ...filter, limit: 20, sinceS: 0 })
        assert.deepEqual(found, expected(filter), JSON.stringify(filter))
      }
    })

    it('ends at the time since which it is asked for', async () => {
      const sinceS = START_S + SECONDS - 20
      const found = await idsOf(under.store, { limit: 50, sinceS })
      assert.deepEqual(found, expected({}, sinceS))
    })

    it('loses its blocks with their filters', async () => {
      const hours = { beforeHour: 0, latenciesBeforeHour: 0 }
      const retention = { ...hours, pagesBeforeS: START_S + SECONDS - 10 }
      const rest = { pagesBytes: 1e12, processesBeforeMs: 0 }
      while (await under.store.prune({ ...retention, ...rest }));
      const found = await idsOf(under.store, { limit: 500, sinceS: 0 })
      assert.ok(found.length > 0 && found.length < added.length)
      while (await under.store.prune({ ...retention, ...rest, pagesBytes: 0 }));
      assert.deepEqual(await under.store.list({ limit: 5, sinceS: 0 }), { records: [] })
    })
  })
}

function requestAt(second: number, nth: number): TestRequest {
  const developerId = DEVELOPERS[nth % 7 === 0 ? 1 : nth % 31 === 0 ? 2 : 0]
  return {
    atMs: (START_S + second) * 1_000 + ((nth * 37) % 1_000),
    developerId,
    keyId: `key of ${developerId}`,
    region: nth % 11 === 0 ? 'kr' : 'jp',
    durationMs: (nth * 13) % 1_000,
    cache: nth % 3 === 0 ? 'hit' : nth % 5 === 0 ? 'joined' : 'miss',
    ...(nth % 17 === 0 && { status: 429, code: 'quota_exceeded' as const }),
    ...(nth % 97 === 0 && { status: 404, code: 'not_found' as const }),
  }
}

function isWanted(request: TestRequest, { keyIds, cache, slowMs, ...shared }: RequestFilter) {
  return (
    Object.entries(shared).every(([name, value]) => {
      const found = (request as unknown as Record<string, unknown>)[name]
      return value === (found ?? { status: 200, operation: 'event.ranking' }[name])
    }) &&
    (keyIds === undefined || keyIds.includes(request.keyId ?? '')) &&
    (cache === undefined || request.cache === cache) &&
    (slowMs === undefined || (request.durationMs ?? 0) >= slowMs)
  )
}

function orderOf({ id, request }: { readonly id: string; readonly request: TestRequest }): string {
  return `${id.slice(0, 8)} ${request.atMs} ${id}`
}

async function idsOf(store: UsageStore, query: RequestListQuery): Promise<readonly string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined; ;) {
    const { records, next } = await store.list({ ...query, before: cursor })
    assert.ok(records.length <= query.limit)
    ids.push(...records.map(({ requestId }) => requestId))
    if (next === undefined) return ids
    assert.ok(cursor === undefined || next < cursor, 'no progress')
    cursor = next
  }
}
