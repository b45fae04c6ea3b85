import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { RequestRecord } from '../domain/request-record.ts'
import type { RecordPage } from '../domain/usage-store.ts'
import { ID_BYTES, readRecord, RECORD_BYTES, type SharedFacts } from './record-layout.ts'

/** Records that were written and are not compressed yet. */
export interface OpenPage {
  /** Whole records, one after the other. */
  readonly records: Uint8Array
  /** What records of the same row share, by its place. */
  readonly shared: readonly SharedFacts[]
  /** What the times in it are counted from, in Unix milliseconds. */
  readonly baseMs: number
}

/** What stands before the records of a page. A reader that does not know the number leaves the page alone. */
interface Head extends Pick<OpenPage, 'shared' | 'baseMs'> {
  readonly format: number
}

const FORMAT = 1
const LENGTH_BYTES = 4

/** No page of ours becomes larger, so whatever does is none. */
const PAGE_BYTES_MAX = 64 * 1024 * 1024

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/**
 * Compresses records. They are written byte column by byte column: what is alike in all of them stands together, and is
 * next to nothing then.
 */
export async function closePage({ records, shared, baseMs }: OpenPage): Promise<RecordPage> {
  const count = records.byteLength / RECORD_BYTES
  const head = Buffer.from(JSON.stringify({ format: FORMAT, shared, baseMs } satisfies Head))
  const bytes = Buffer.allocUnsafe(LENGTH_BYTES + head.byteLength + records.byteLength)
  bytes.writeUInt32LE(head.byteLength)
  head.copy(bytes, LENGTH_BYTES)
  const columns = bytes.subarray(LENGTH_BYTES + head.byteLength)
  for (let column = 0; column < RECORD_BYTES; column += 1)
    copyColumn(records, columns, column, count)
  let [firstS, lastS] = [0xffff_ffff, 0]
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength)
  for (let nth = 0; nth < count; nth += 1) {
    const second = view.getUint32(nth * RECORD_BYTES)
    if (second < firstS) firstS = second
    if (second > lastS) lastS = second
  }
  return { firstS, lastS, bytes: await deflate(bytes) }
}

/**
 * Writes one byte of each record behind the columns before. In a function of its own: one with a loop in a loop is compiled anew,
 * and thrown away, page by page.
 */
function copyColumn(records: Uint8Array, columns: Uint8Array, column: number, count: number): void {
  const start = column * count
  for (let nth = 0; nth < count; nth += 1) {
    columns[start + nth] = records[nth * RECORD_BYTES + column] ?? 0
  }
}

/** Finds the record of a request in a page. What is no page of this format has none. */
export async function findInPage(
  page: Uint8Array,
  requestId: string,
): Promise<RequestRecord | undefined> {
  const bytes = await inflate(page, { maxOutputLength: PAGE_BYTES_MAX })
  const headBytes = bytes.readUInt32LE()
  const start = LENGTH_BYTES + headBytes
  const head = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, start)) as Head
  if (head.format !== FORMAT) return undefined
  const columns = bytes.subarray(start)
  const count = columns.byteLength / RECORD_BYTES
  const id = Buffer.from(requestId, 'hex')
  const isAt = (nth: number) => {
    for (let column = 0; column < ID_BYTES; column += 1) {
      if (columns[column * count + nth] !== id[column]) return false
    }
    return true
  }
  for (let nth = 0; nth < count; nth += 1) {
    if (!isAt(nth)) continue
    const record = Uint8Array.from(
      { length: RECORD_BYTES },
      (_, at) => columns[at * count + nth] ?? 0,
    )
    return readRecord(record, head.baseMs, (row) => sharedAt(head, row))
  }
  return undefined
}

function sharedAt({ shared }: Head, row: number): SharedFacts {
  const facts = shared[row]
  if (facts === undefined) throw new Error('A record names a row that its page does not have.')
  return facts
}
