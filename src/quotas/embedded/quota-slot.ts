import { crc32 } from 'node:zlib'
import type { WindowCount } from '../quota-window.ts'

/** Stored counts of one developer: the last counted minute and day. */
export interface QuotaSlot {
  readonly developerId: string
  readonly minute: WindowCount
  readonly day: WindowCount
}

/*
 * A slot, little-endian: 32 bytes developer id (ASCII, zero padded), 4 × uint32 (minute index and
 * count, day index and count), 12 bytes zero, uint32 CRC32 of all before it.
 */
const ID_BYTES = 32

/**
 * Size of a slot. 64 bytes never cross a disk sector, so a slot is written entirely or not at all;
 * the checksum detects hardware damage.
 */
export const SLOT_BYTES = 64
const CHECKED_BYTES = SLOT_BYTES - 4

/** Reusable buffer of one developer's slot; a request rewrites only its counts. */
export class SlotBytes {
  readonly #bytes = Buffer.alloc(SLOT_BYTES)
  readonly #checked = this.#bytes.subarray(0, CHECKED_BYTES)

  constructor(developerId: string) {
    this.#bytes.write(developerId, 0, ID_BYTES, 'latin1')
  }

  /** Returns the slot with these counts. The buffer is valid until the next call. */
  encode(minute: WindowCount, day: WindowCount): Buffer {
    const bytes = this.#bytes
    bytes.writeUInt32LE(minute.index, 32)
    bytes.writeUInt32LE(minute.count, 36)
    bytes.writeUInt32LE(day.index, 40)
    bytes.writeUInt32LE(day.count, 44)
    bytes.writeUInt32LE(crc32(this.#checked), CHECKED_BYTES)
    return bytes
  }
}

/** Decodes a slot; returns `undefined` when it is truncated or its checksum does not match. */
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
