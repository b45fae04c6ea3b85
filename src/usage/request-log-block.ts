import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { RequestRecord } from './request-record.ts'
import type { RequestLogBlock } from './usage-store.ts'
import { ID_BYTES, readRecord, RECORD_BYTES, type SharedFacts } from './request-record-layout.ts'

/** A block of records that is not compressed yet. */
export interface OpenBlock {
  /** Concatenated records. */
  readonly records: Uint8Array
  /** The facts shared by the records of a row, by row index. */
  readonly shared: readonly SharedFacts[]
  /** The reference of all times in the block, in Unix milliseconds. */
  readonly baseMs: number
}

/** The header of a block. A reader that does not know the format number skips the block. */
interface Head extends Pick<OpenBlock, 'shared' | 'baseMs'> {
  readonly format: number
}

const FORMAT = 1
const LENGTH_BYTES = 4

/** Blocks are never written larger, so a larger one is invalid. */
const PAGE_BYTES_MAX = 64 * 1024 * 1024

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/**
 * Compresses records. They are written byte column by byte column: bytes that are equal in all
 * records become adjacent and compress to almost nothing.
 */
export async function sealBlock({ records, shared, baseMs }: OpenBlock): Promise<RequestLogBlock> {
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
 * Writes one byte of each record after the previous columns. A separate function, because V8
 * repeatedly optimizes and deoptimizes a nested loop.
 */
function copyColumn(records: Uint8Array, columns: Uint8Array, column: number, count: number): void {
  const start = column * count
  for (let nth = 0; nth < count; nth += 1) {
    columns[start + nth] = records[nth * RECORD_BYTES + column] ?? 0
  }
}

/** Finds the record of a request in a block; returns `undefined` for a block of another format. */
export async function findInBlock(
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
