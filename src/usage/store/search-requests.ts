import { hasFacts, mayMatch } from '../block-filter.ts'
import { cursorBeforeSecond, cursorOf, secondOf } from '../request-cursor.ts'
import type { RequestFilter, RequestList, RequestListQuery } from '../request-list.ts'
import { recordAt, unsealBlock, type UnsealedBlock } from '../request-log-block.ts'
import type { RequestRecord } from '../request-record.ts'
import { searchColumns } from '../request-record-layout.ts'
import type { UsageDatabase } from './usage-schema.ts'

/** Blocks whose filters one statement reads, and blocks whose bytes one statement reads. */
const FILTERS_AT_ONCE = 1_000
const PAGES_AT_ONCE = 16

/** What one call reads at most: filters, decompressed blocks, and their records. */
const FILTERS_MAX = 20_000
const PAGES_MAX = 400
const RECORDS_MAX = 150_000

/** A block that has not been decompressed. */
interface Candidate {
  readonly id: number
  readonly firstS: number
  readonly lastS: number
}

/**
 * Lists records from newest to oldest second. Blocks of several processes overlap, so a record is
 * final only when every block that reaches its second has been read. Stops at the limit or when it
 * has read as much as one call may.
 */
export async function searchRequests(
  database: UsageDatabase,
  query: RequestListQuery,
): Promise<RequestList> {
  const search = new RequestSearch(query)
  const skipped = { after: undefined as Candidate | undefined, filters: 0 }
  for (;;) {
    const found = await readCandidates(database, query, skipped.after)
    const chosen = found.filter((one) => one.isWanted)
    for (let at = 0; at < chosen.length; at += PAGES_AT_ONCE) {
      const some = chosen.slice(at, at + PAGES_AT_ONCE)
      // Blocks come by descending last second: the following ones have nothing after it.
      if (some[0] !== undefined && search.isFinishedAbove(some[0].lastS)) return search.page()
      await search.read(await readPages(database, some))
      const next = chosen[at + PAGES_AT_ONCE] ?? found.at(-1)
      if (search.isExhausted && next !== undefined) return search.page(next.lastS)
    }
    skipped.after = found.at(-1)
    skipped.filters += found.length
    if (found.length < FILTERS_AT_ONCE) return search.page()
    const lastS = skipped.after?.lastS ?? 0
    if (search.isFinishedAbove(lastS)) return search.page()
    if (skipped.filters >= FILTERS_MAX) return search.page(lastS)
  }
}

/** The matches of one call. */
class RequestSearch {
  readonly #query: RequestListQuery
  #found: { readonly cursor: string; readonly record: RequestRecord }[] = []
  /** The second before which a record cannot belong to the page. */
  #floorS = 0
  #pages = 0
  #records = 0

  constructor(query: RequestListQuery) {
    this.#query = query
  }

  get isExhausted(): boolean {
    return this.#pages >= PAGES_MAX || this.#records >= RECORDS_MAX
  }

  /** Returns whether the page is full of records that started after this second. */
  isFinishedAbove(second: number): boolean {
    const { limit } = this.#query
    if (this.#found.length <= limit) return false
    this.#sort()
    return secondOf(this.#found[limit]?.cursor ?? '') > second
  }

  async read(pages: readonly Uint8Array[]): Promise<void> {
    for (const page of pages) {
      const block = await unsealBlock(page)
      this.#pages += 1
      if (block === undefined) continue
      this.#records += block.count
      this.#collect(block)
    }
    this.#sort()
    // One more than the page tells whether there is a next one.
    const { limit } = this.#query
    this.#found.length = Math.min(this.#found.length, limit + 1)
    this.#floorS = secondOf(this.#found[limit]?.cursor ?? '0')
  }

  /**
   * Returns the page. Of an unfinished search, `unreadS` is the last second that unread blocks may
   * reach; records up to it are left to the next page.
   */
  page(unreadS = -1): RequestList {
    this.#sort()
    const { limit, before } = this.#query
    const bound = cursorBeforeSecond(unreadS + 1)
    // A second with more records than one call reads cannot be left to the next page.
    const isStuck = before !== undefined && bound >= before
    const end = isStuck ? cursorBeforeSecond(unreadS) : bound
    const final = this.#found.filter(({ cursor }) => cursor >= end)
    const shown = final.slice(0, limit)
    const records = shown.map(({ record }) => record)
    if (final.length > limit) return { records, next: shown.at(-1)?.cursor }
    return unreadS < 0 ? { records } : { records, next: end }
  }

  #collect(block: UnsealedBlock): void {
    const { cache, slowMs = 0, before, sinceS } = this.#query
    const rows = block.shared.map((facts) => isWantedRow(facts, this.#query))
    if (!rows.includes(true)) return
    const columns = searchColumns(block.columns, block.count)
    const lastS = before === undefined ? Infinity : secondOf(before)
    const firstS = Math.max(sinceS, this.#floorS)
    for (let nth = 0; nth < block.count; nth += 1) {
      if (rows[columns.row(nth)] !== true) continue
      const second = columns.second(nth)
      if (second > lastS || second < firstS) continue
      if (cache !== undefined && columns.cache(nth) !== cache) continue
      if (slowMs > 0 && columns.durationMs(nth) < slowMs) continue
      const record = recordAt(block, nth)
      const cursor = cursorOf(record)
      if (before === undefined || cursor < before) this.#found.push({ cursor, record })
    }
  }

  #sort(): void {
    this.#found.sort((one, other) => (one.cursor < other.cursor ? 1 : -1))
  }
}

function isWantedRow(
  facts: UnsealedBlock['shared'][number],
  { keyIds, ...wanted }: RequestFilter,
): boolean {
  return hasFacts(facts, wanted) && (keyIds === undefined || keyIds.includes(facts.keyId))
}

/** Returns the next blocks by descending last second, and whether each may have a match. */
async function readCandidates(
  database: UsageDatabase,
  query: RequestListQuery,
  after: Candidate | undefined,
): Promise<readonly (Candidate & { readonly isWanted: boolean })[]> {
  const { before, sinceS, slowMs = 0 } = query
  const rows = await database
    .selectFrom('usage_pages')
    .leftJoin('usage_page_filters', 'usage_page_filters.page_id', 'usage_pages.id')
    .select(['id', 'first_s', 'last_s', 'slowest_ms', 'bits'])
    .where('last_s', '>=', sinceS)
    .$if(before !== undefined, (some) => some.where('first_s', '<=', secondOf(before ?? '')))
    .$if(after !== undefined, (some) =>
      some
        .where('last_s', '<=', after?.lastS ?? 0)
        .where((eb) =>
          eb.or([eb('last_s', '<', after?.lastS ?? 0), eb('id', '<', after?.id ?? 0)]),
        ),
    )
    .orderBy('last_s', 'desc')
    .orderBy('id', 'desc')
    .limit(FILTERS_AT_ONCE)
    .execute()
  return rows.map(({ id, first_s, last_s, slowest_ms, bits }) => ({
    id,
    firstS: first_s,
    lastS: last_s,
    isWanted: bits === null || ((slowest_ms ?? 0) >= slowMs && mayMatchKeys(bits, query)),
  }))
}

function mayMatchKeys(bits: Uint8Array, { keyIds, ...wanted }: RequestListQuery): boolean {
  if (!mayMatch(bits, wanted)) return false
  return keyIds === undefined || keyIds.some((keyId) => mayMatch(bits, { keyId }))
}

/** Returns the bytes of blocks that still exist. */
async function readPages(
  database: UsageDatabase,
  pages: readonly Candidate[],
): Promise<readonly Uint8Array[]> {
  const ids = pages.map(({ id }) => id)
  const rows = await database
    .selectFrom('usage_pages')
    .select('bytes')
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ bytes }) => bytes)
}
