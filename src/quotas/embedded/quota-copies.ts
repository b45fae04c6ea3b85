import { open, readFile } from 'node:fs/promises'
import type { WindowCount } from '../quota-window.ts'
import { decodeSlot, SlotBytes, SLOT_BYTES, type QuotaSlot } from './quota-slot.ts'

/** Maximum reads of a slot with a wrong checksum: a concurrent write completes within a few. */
const READS_MAX = 50

/** The contents of a quota file. */
export interface QuotaSlots {
  readonly slots: readonly QuotaSlot[]
  /** Number of damaged slots, which are omitted. */
  readonly dropped: number
}

/**
 * Reads a quota file. Safe while it is being written: each slot is read consistently, though not
 * all at the same instant.
 */
export async function readQuotaSlots(path: string): Promise<QuotaSlots> {
  const bytes = await readFile(path)
  const slots: QuotaSlot[] = []
  let dropped = 0
  for (let start = 0; start < bytes.length; start += SLOT_BYTES) {
    const slot =
      decodeSlot(bytes.subarray(start, start + SLOT_BYTES)) ?? (await readAgain(path, start))
    if (slot === undefined) dropped += 1
    else slots.push(slot)
  }
  return { slots, dropped }
}

/** Writes slots into a new quota file, and to the disk. */
export async function writeQuotaSlots(path: string, slots: readonly QuotaSlot[]): Promise<void> {
  const bytes = slots.map(({ developerId, minute, day }) =>
    new SlotBytes(developerId).encode(minute, day),
  )
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(Buffer.concat(bytes))
  await file.sync()
}

/**
 * The counts of two files, where of each developer's minute and day the later one counts, and of
 * equal ones the higher count: neither file's admissions are forgotten.
 */
export function higherCounts(
  some: readonly QuotaSlot[],
  others: readonly QuotaSlot[],
): readonly QuotaSlot[] {
  const merged = new Map(some.map((slot) => [slot.developerId, slot]))
  for (const other of others) {
    const slot = merged.get(other.developerId) ?? other
    merged.set(other.developerId, {
      developerId: other.developerId,
      minute: higher(slot.minute, other.minute),
      day: higher(slot.day, other.day),
    })
  }
  return [...merged.values()]
}

function higher(one: WindowCount, other: WindowCount): WindowCount {
  if (one.index !== other.index) return one.index > other.index ? one : other
  return one.count >= other.count ? one : other
}

async function readAgain(path: string, start: number): Promise<QuotaSlot | undefined> {
  await using file = await open(path, 'r')
  const bytes = Buffer.alloc(SLOT_BYTES)
  for (let reads = 0; reads < READS_MAX; reads += 1) {
    const { bytesRead } = await file.read(bytes, 0, SLOT_BYTES, start)
    const slot = decodeSlot(bytes.subarray(0, bytesRead))
    if (slot !== undefined) return slot
  }
  return undefined
}
