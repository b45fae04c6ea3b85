import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs'
import { crc32 } from 'node:zlib'
import type { WindowCount } from '../../domain/quota-window.ts'

/** What is kept of one developer: the minute and the day that were last counted. */
export interface QuotaSlot {
  readonly developerId: string
  readonly minute: WindowCount
  readonly day: WindowCount
}

/** The file that makes counts survive the process: one fixed slot per developer. */
export interface QuotaFile {
  /** What the file held when it was opened; a slot's place in it is its number. */
  readonly slots: readonly (QuotaSlot | undefined)[]
  /** Writes one slot. When it returns, the kernel has it: a kill of the process cannot lose it. */
  write(number: number, slot: QuotaSlot): void
  /** Forces what was written since the last time onto the disk; what a power loss may forget is since then. */
  sync(): void
  close(): void
}

/*
 * A slot, little-endian: 32 bytes developer id (ASCII, zero padded), 4 × uint32 (minute index and count, day index
 * and count), 12 bytes zero, uint32 CRC32 of all before it. 64 bytes never cross a disk sector, so a slot is written
 * whole or not at all; the checksum finds what hardware damaged all the same.
 */
const SLOT_BYTES = 64
const ID_BYTES = 32
const CHECKED_BYTES = SLOT_BYTES - 4

/** Opens the quota file, making it when it is new. `onDropped` hears of slots that are damaged and start anew. */
export function openQuotaFile(path: string, onDropped: (slot: number) => void): QuotaFile {
  // O_RDWR | O_CREAT: 'a+' would append whatever the position says.
  const file = openSync(path, 0o102, 0o600)
  const slots = readSlots(file, onDropped)
  const buffer = Buffer.alloc(SLOT_BYTES)
  let dirty = false
  let open = true
  return {
    slots,
    write: (number, slot) => {
      encode(buffer, slot)
      writeSync(file, buffer, 0, SLOT_BYTES, number * SLOT_BYTES)
      dirty = true
    },
    sync: () => {
      if (!dirty || !open) return
      dirty = false
      fdatasync(file, (error) => {
        if (error !== null) dirty = true
      })
    },
    close: () => {
      if (!open) return
      open = false
      fdatasyncSync(file)
      closeSync(file)
    },
  }
}

function readSlots(file: number, onDropped: (slot: number) => void): (QuotaSlot | undefined)[] {
  const bytes = Buffer.alloc(fstatSync(file).size)
  readSync(file, bytes, 0, bytes.length, 0)
  const slots: (QuotaSlot | undefined)[] = []
  for (let start = 0; start + SLOT_BYTES <= bytes.length; start += SLOT_BYTES) {
    const slot = decode(bytes.subarray(start, start + SLOT_BYTES))
    if (slot === undefined) onDropped(slots.length)
    slots.push(slot)
  }
  return slots
}

function encode(buffer: Buffer, { developerId, minute, day }: QuotaSlot): void {
  buffer.fill(0)
  buffer.write(developerId, 0, ID_BYTES, 'latin1')
  buffer.writeUInt32LE(minute.index, 32)
  buffer.writeUInt32LE(minute.count, 36)
  buffer.writeUInt32LE(day.index, 40)
  buffer.writeUInt32LE(day.count, 44)
  buffer.writeUInt32LE(crc32(buffer.subarray(0, CHECKED_BYTES)), CHECKED_BYTES)
}

function decode(bytes: Buffer): QuotaSlot | undefined {
  if (crc32(bytes.subarray(0, CHECKED_BYTES)) !== bytes.readUInt32LE(CHECKED_BYTES))
    return undefined
  return {
    developerId: bytes.toString('latin1', 0, ID_BYTES).replace(/\0+$/, ''),
    minute: { index: bytes.readUInt32LE(32), count: bytes.readUInt32LE(36) },
    day: { index: bytes.readUInt32LE(40), count: bytes.readUInt32LE(44) },
  }
}
