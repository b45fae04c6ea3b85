import { closeSync, fdatasync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs'
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

/** Who hears of what is wrong with the file. */
export interface QuotaFileListeners {
  /** A slot is damaged, or cut short at the end of the file; its developer starts anew. */
  readonly onDropped: (slot: number) => void
  /** The disk did not take what was written. It is tried again; until then a power loss forgets more. */
  readonly onSyncFailed: (error: unknown) => void
}

/** Opens the quota file, making it when it is new. */
export function openQuotaFile(
  path: string,
  { onDropped, onSyncFailed }: QuotaFileListeners,
): QuotaFile {
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
      dirty = true
      const written = writeSync(file, buffer, 0, SLOT_BYTES, number * SLOT_BYTES)
      if (written !== SLOT_BYTES)
        throw new Error(`Only ${written} bytes of a quota slot were written.`)
    },
    sync: () => {
      if (!dirty || !open) return
      dirty = false
      fdatasync(file, (error) => {
        if (error === null) return
        dirty = true
        onSyncFailed(error)
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
  const bytes = readFileSync(file)
  const slots: (QuotaSlot | undefined)[] = []
  for (let start = 0; start < bytes.length; start += SLOT_BYTES) {
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
  if (bytes.length < SLOT_BYTES) return undefined
  if (crc32(bytes.subarray(0, CHECKED_BYTES)) !== bytes.readUInt32LE(CHECKED_BYTES))
    return undefined
  return {
    developerId: bytes.toString('latin1', 0, ID_BYTES).replace(/\0+$/, ''),
    minute: { index: bytes.readUInt32LE(32), count: bytes.readUInt32LE(36) },
    day: { index: bytes.readUInt32LE(40), count: bytes.readUInt32LE(44) },
  }
}
