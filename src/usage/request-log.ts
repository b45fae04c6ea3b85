import type { RequestAnswered } from './observations.ts'
import type { OpenRow } from './count-requests.ts'
import { RECORD_BYTES, writeRecord, type SharedFacts } from './request-record-layout.ts'
import type { OpenBlock } from './request-log-block.ts'

/** Maximum records pending in memory; 2 MB. */
const RECORDS_MAX = 32_768

/** Initial capacity; it doubles when full. */
const RECORDS_AT_FIRST = 512

/**
 * Maximum records per block of requests without a genuine key. It bounds how fast invalid requests
 * displace the records of developers.
 */
const OWNERLESS_MAX = 200

/** The records of requests that ended since the last `drainBlocks`. */
export interface RequestLog {
  /** Adds a request that began at this time (Unix ms) and is counted in this row. */
  add(answered: RequestAnswered, row: OpenRow, atMs: number): void
  /** Whether it is nearly full and should be flushed now. */
  readonly isFilling: boolean
  /**
   * Returns the records, and the number of records dropped for lack of space for them or their
   * rows; starts anew.
   */
  drainBlocks(): { readonly page: OpenBlock | undefined; readonly dropped: number }
}

/** Creates the request log of one process. */
export function createRequestLog(): RequestLog {
  let bytes = Buffer.alloc(RECORDS_AT_FIRST * RECORD_BYTES)
  let view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let rows: OpenRow[] = []
  let [count, ownerless, dropped, baseMs] = [0, 0, 0, 0]

  const grow = () => {
    const larger = Buffer.alloc(bytes.byteLength * 2)
    bytes.copy(larger)
    bytes = larger
    view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
  return {
    get isFilling() {
      return count >= RECORDS_MAX / 2
    },
    add: (answered, row, atMs) => {
      if (row.developerId === '' && (ownerless += 1) > OWNERLESS_MAX) return
      // Without the facts of its row a record would be wrong.
      if (count === RECORDS_MAX || row.isMerged) {
        dropped += 1
        return
      }
      if (count === 0) baseMs = atMs
      const start = count * RECORD_BYTES
      if (start === bytes.byteLength) grow()
      if (rows[row.place] !== row) {
        row.place = rows.length
        rows.push(row)
      }
      bytes.write(answered.requestId, start, 'hex')
      writeRecord(view, start, answered, { row: row.place, beganMs: atMs - baseMs })
      count += 1
    },
    drainBlocks: () => {
      const page: OpenBlock | undefined =
        count === 0
          ? undefined
          : {
              records: Uint8Array.from(bytes.subarray(0, count * RECORD_BYTES)),
              shared: rows.map(sharedOf),
              baseMs,
            }
      const taken = { page, dropped }
      rows = []
      ;[count, ownerless, dropped] = [0, 0, 0]
      return taken
    },
  }
}

function sharedOf({ developerId, keyId, operation, region, status, code }: OpenRow): SharedFacts {
  return {
    developerId,
    keyId,
    status,
    ...(operation !== '' && { operation }),
    ...(region !== '' && { region }),
    ...(code !== '' && { code: code as NonNullable<SharedFacts['code']> }),
  }
}
