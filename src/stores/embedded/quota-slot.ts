import { crc32 } from 'node:zlib'
import type { WindowCount } from '../../domain/quota-window.ts'

/** What is kept of one developer: the minute and the day that were last counted. */
export interface QuotaSlot {
  readonly developerId: string
  readonly minute: WindowCount
  readonly day: WindowCount
}

/*
 * A slot, little-endian: 32 bytes developer id (ASCII, zero padded), 4 × uint32 (minute index and count, day index
 * and count), 12 bytes zero, uint32 CRC32 of all before it.
 */
const ID_BYTES = 32

/**
 * The bytes of one slot. 64 of them never cross a disk sector, so a slot is written whole or not at all; its checksum
 * finds what hardware damaged all the same.
 */
export const SLOT_BYTES = 64
const CHECKED_BYTES = SLOT_BYTES - 4

/** The bytes of one developer's slot, kept so that a request changes only the counts in them. */
export class SlotBytes {
  readonly #bytes = Buffer.alloc(SLOT_BYTES)
  readonly #checked = this.#bytes.subarray(0, CHECKED_BYTES)

  constructor(developerId: string) {
    this.#bytes.write(developerId, 0, ID_BYTES, 'latin1')
  }

  /** The bytes with these counts. They are good until the next call. */
  with(minute: WindowCount, day: WindowCount): Buffer {
    const bytes = this.#bytes
    bytes.writeUInt32LE(minute.index, 32)
    bytes.writeUInt32LE(minute.count, 36)
    bytes.writeUInt32LE(day.index, 40)
    bytes.writeUInt32LE(day.count, 44)
    bytes.writeUInt32LE(crc32(this.#checked), CHECKED_BYTES)
    return bytes
  }
}

/** Reads a slot; `undefined` when the bytes are too few, or are not what was written. */
export function decodeSlot(bytes: Buffer): QuotaSlot | undefined {
  if (bytes.length < SLOT_BYTES) return undefined
  if (crc32(bytes.subarray(0, CHECKED_BYTES)) !== bytes.readUInt32LE(CHECKED_BYTES))
    return undefined
  return {
    developerId: bytes.toString('latin1', 0, ID_BYTES).replace(/\0+$/, ''),
    minute: { index: bytes.readUInt32LE(32), count: bytes.readUInt32LE(36) },
    day: { index: bytes.readUInt32LE(40), count: bytes.readUInt32LE(44) },
  }
}
