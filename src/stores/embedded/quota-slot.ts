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

/** Writes a slot into the first 64 bytes of `buffer`. */
export function encodeSlot(buffer: Buffer, { developerId, minute, day }: QuotaSlot): void {
  buffer.fill(0)
  buffer.write(developerId, 0, ID_BYTES, 'latin1')
  buffer.writeUInt32LE(minute.index, 32)
  buffer.writeUInt32LE(minute.count, 36)
  buffer.writeUInt32LE(day.index, 40)
  buffer.writeUInt32LE(day.count, 44)
  buffer.writeUInt32LE(crc32(buffer.subarray(0, CHECKED_BYTES)), CHECKED_BYTES)
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
