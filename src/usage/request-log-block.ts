import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { createBlockFilter } from './block-filter.ts'
import type { RequestRecord } from './request-record.ts'
import type { RequestLogBlock } from './usage-store.ts'
import {
  durationOf,
  ID_BYTES,
  readRecord,
  RECORD_BYTES,
  type SharedFacts,
} from './request-record-layout.ts'

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

/** Takes half the CPU time of the default level, for 4 % more bytes per record. */
const COMPRESSION = { level: 3 }

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
  let [firstS, lastS, slowestMs] = [0xffff_ffff, 0, 0]
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength)
  for (let nth = 0; nth < count; nth += 1) {
    const second = view.getUint32(nth * RECORD_BYTES)
    if (second < firstS) firstS = second
    if (second > lastS) lastS = second
    slowestMs = Math.max(slowestMs, durationOf(view, nth * RECORD_BYTES))
  }
  const filter = createBlockFilter(shared)
  return {
    firstS,
    lastS,
    slowestMs: Math.ceil(slowestMs),
    filter,
    bytes: await deflate(bytes, COMPRESSION),
  }
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
  const block = await unsealBlock(page)
  if (block === undefined) return undefined
  const { columns, count } = block
  const id = Buffer.from(requestId, 'hex')
  const isAt = (nth: number) => {
    for (let column = 0; column < ID_BYTES; column += 1) {
      if (columns[column * count + nth] !== id[column]) return false
    }
    return true
  }
  for (let nth = 0; nth < count; nth += 1) if (isAt(nth)) return recordAt(block, nth)
  return undefined
}

/** A decompressed block. */
export interface UnsealedBlock {
  /** The records, byte column by byte column. */
  readonly columns: Uint8Array
  /** Number of records. */
  readonly count: number
  readonly shared: readonly SharedFacts[]
  readonly baseMs: number
}

/** Decompresses a block; returns `undefined` for a block of another format. */
export async function unsealBlock(page: Uint8Array): Promise<UnsealedBlock | undefined> {
  const bytes = await inflate(page, { maxOutputLength: PAGE_BYTES_MAX })
  const headBytes = bytes.readUInt32LE()
  const start = LENGTH_BYTES + headBytes
  const { format, shared, baseMs } = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, start)) as Head
  if (format !== FORMAT) return undefined
  const columns = bytes.subarray(start)
  return { columns, count: columns.byteLength / RECORD_BYTES, shared, baseMs }
}

/** Returns a record of a block by its index. */
export function recordAt(
  { columns, count, shared, baseMs }: UnsealedBlock,
  nth: number,
): RequestRecord {
  const record = new Uint8Array(RECORD_BYTES)
  for (let at = 0; at < RECORD_BYTES; at += 1) record[at] = columns[at * count + nth] ?? 0
  return readRecord(record, baseMs, (row) => sharedAt(shared, row))
}

function sharedAt(shared: readonly SharedFacts[], row: number): SharedFacts {
  const facts = shared[row]
  if (facts === undefined) throw new Error('A record names a row that its page does not have.')
  return facts
}
