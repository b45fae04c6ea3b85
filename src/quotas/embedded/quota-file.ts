import {
  closeSync,
  constants,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs'
import { checkSecretFile, explainLink } from '../../platform/files/check-data-directory.ts'
import { decodeSlot, SLOT_BYTES, type QuotaSlot } from './quota-slot.ts'

/** File that preserves counts across restarts: one fixed slot per developer. */
export interface QuotaFile {
  /** The slots at opening time; the index is the slot number, `undefined` a damaged slot. */
  readonly slots: readonly (QuotaSlot | undefined)[]
  /**
   * Writes one slot. The kernel holds the bytes when it returns, so a kill of the process cannot
   * lose them.
   */
  write(number: number, bytes: Buffer): void
  /**
   * Flushes the writes since the last sync to disk without blocking; a power loss forgets later
   * ones. Does nothing while a sync is running.
   */
  sync(): void
  /** Flushes all writes to disk and closes the file once no sync is running. Idempotent. */
  close(): void
}

/** Callbacks for faults of the file. */
export interface QuotaFileListeners {
  /** Called for a damaged or truncated slot; its developer restarts at 0. */
  readonly onDropped: (slot: number) => void
  /** Called when a flush fails. The next sync retries; until then a power loss forgets more. */
  readonly onSyncFailed: (error: unknown) => void
}

/** Flushes a descriptor's writes to disk on another thread. */
export type Flush = (descriptor: number, onDone: (error: Error | null) => void) => void

/**
 * Opens the quota file, creating it if missing. Throws when it is a symbolic link, or when another
 * user owns it or has access to it.
 */
export function openQuotaFile(
  path: string,
  { onDropped, onSyncFailed }: QuotaFileListeners,
  flush: Flush = fdatasync,
): QuotaFile {
  const descriptor = openFile(path)
  const slots = readSlots(descriptor, onDropped)
  let isDirty = false
  let isOpen = true
  let isFlushing = false
  return {
    slots,
    write: (number, bytes) => {
      // The descriptor's number may already belong to another file.
      if (!isOpen) throw new Error('The quota file is closed.')
      isDirty = true
      const written = writeSync(descriptor, bytes, 0, SLOT_BYTES, number * SLOT_BYTES)
      if (written !== SLOT_BYTES)
        throw new Error(`Only ${written} bytes of a quota slot were written.`)
    },
    sync: () => {
      if (!isDirty || !isOpen || isFlushing) return
      isDirty = false
      isFlushing = true
      flush(descriptor, (error) => {
        isFlushing = false
        // The number may be reused as soon as it is closed, so its last user closes it.
        if (!isOpen) closeSync(descriptor)
        if (error === null) return
        isDirty = true
        onSyncFailed(error)
      })
    },
    close: () => {
      if (!isOpen) return
      isOpen = false
      try {
        fdatasyncSync(descriptor)
      } finally {
        if (!isFlushing) closeSync(descriptor)
      }
    },
  }
}

/**
 * Opens the file for positioned writes; the flags 'a+' would append regardless of the position.
 * Throws when another user owns it or has access to it.
 */
function openFile(path: string): number {
  const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants
  let descriptor: number
  try {
    descriptor = openSync(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600)
  } catch (error) {
    throw explainLink(error, path)
  }
  try {
    checkSecretFile(fstatSync(descriptor), path)
    return descriptor
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

function readSlots(
  descriptor: number,
  onDropped: (slot: number) => void,
): (QuotaSlot | undefined)[] {
  const bytes = readFileSync(descriptor)
  const slots: (QuotaSlot | undefined)[] = []
  for (let start = 0; start < bytes.length; start += SLOT_BYTES) {
    const slot = decodeSlot(bytes.subarray(start, start + SLOT_BYTES))
    if (slot === undefined) onDropped(slots.length)
    slots.push(slot)
  }
  return slots
}
