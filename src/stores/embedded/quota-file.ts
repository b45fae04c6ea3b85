import { closeSync, fdatasync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { decodeSlot, SLOT_BYTES, type QuotaSlot } from './quota-slot.ts'

/** The file that makes counts survive the process: one fixed slot per developer. */
export interface QuotaFile {
  /** What the file held when it was opened; a slot's place in it is its number. */
  readonly slots: readonly (QuotaSlot | undefined)[]
  /** Writes the bytes of one slot. When it returns, the kernel has it: a kill of the process cannot lose it. */
  write(number: number, bytes: Buffer): void
  /** Forces what was written since the last time onto the disk; what a power loss may forget is since then. */
  sync(): void
  close(): void
}

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
  let dirty = false
  let open = true
  return {
    slots,
    write: (number, bytes) => {
      // Its number may be another file's by now.
      if (!open) throw new Error('The quota file is closed.')
      dirty = true
      const written = writeSync(file, bytes, 0, SLOT_BYTES, number * SLOT_BYTES)
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
    const slot = decodeSlot(bytes.subarray(start, start + SLOT_BYTES))
    if (slot === undefined) onDropped(slots.length)
    slots.push(slot)
  }
  return slots
}
