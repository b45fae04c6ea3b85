import type { RequestAnswered } from '../domain/observation.ts'
import type { OpenRow } from './count-requests.ts'
import { RECORD_BYTES, writeRecord, type SharedFacts } from './record-layout.ts'
import type { OpenPage } from './record-page.ts'

/** Records that are kept until they are written down; 2 MB. */
const RECORDS_MAX = 32_768

/** The first room is for so many; it doubles when it is full. */
const RECORDS_AT_FIRST = 512

/**
 * Records of one page that belong to nobody, since no genuine key was shown: whoever sends garbage gets others' records
 * pushed out no faster than that.
 */
const OWNERLESS_MAX = 200

/** What became of the requests that ended since it was last asked. */
export interface RecordBook {
  /** Writes one down, of a request that began at this time (Unix ms) and is counted in this row. */
  add(answered: RequestAnswered, row: OpenRow, atMs: number): void
  /** Whether it is nearly full, and had better be taken now. */
  readonly isFilling: boolean
  /** What was written, and how many records were not, for want of room for them or their rows; it begins anew. */
  take(): { readonly page: OpenPage | undefined; readonly dropped: number }
}

/** Makes the record book of one process. */
export function createRecordBook(): RecordBook {
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
      // A record without its facts would tell a wrong story.
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
    take: () => {
      const page: OpenPage | undefined =
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
