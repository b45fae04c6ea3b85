import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { AccountsFailure } from '../sql/database-failure.ts'
import type { FillRandom } from '../text/fill-random.ts'
import type { Clock } from '../time/clock.ts'

/** Size of the reserve in bytes. */
const RESERVE_BYTES = 4 * 2 ** 20

/** Bytes freed at a time: enough for several revocations. */
const PIECE_BYTES = 256 * 2 ** 10

/** Free bytes below which no reserve is filled: the disk space is needed elsewhere. */
const FREE_MIN_BYTES = 16 * 2 ** 20

/** Free bytes below which only revocations are written. */
const FLOOR_BYTES = 8 * 2 ** 20

/**
 * SQLITE_FULL, and the errors when shared memory or a log cannot grow on a full disk:
 * SQLITE_IOERR_SHMSIZE, _WRITE.
 */
const FULL = new Set([13, 4_874, 778])

/** Milliseconds between two attempts to refill the reserve. */
const REFILL_MS = 60_000

/**
 * Fills the reserve now and refills it once a minute, since a disk can fill up repeatedly. Returns
 * the function that stops this. Throws when the first fill fails; calls `onFault` when a later one
 * does.
 */
export function maintainReserve(
  path: string,
  fillRandom: FillRandom,
  {
    clock,
    onFault,
  }: { readonly clock: Pick<Clock, 'after'>; readonly onFault: (error: unknown) => void },
): () => void {
  let cancel = () => {}
  const schedule = () => {
    cancel = clock.after(REFILL_MS, () => {
      try {
        fillReserve(path, fillRandom)
      } catch (error) {
        onFault(error)
      }
      schedule()
    })
  }
  fillReserve(path, fillRandom)
  schedule()
  return () => cancel()
}

/** A write was rejected because the disk is nearly full. */
export class DiskNearlyFull extends AccountsFailure {
  override readonly name = 'DiskNearlyFull'
}

/**
 * Fills the reserve: a file of 4 MB that is truncated when the disk is full, so that access can
 * still be revoked. Does nothing while less than 16 MB are free.
 */
export function fillReserve(path: string, fillRandom: FillRandom): void {
  if (freeBytes(dirname(path)) < FREE_MIN_BYTES) return
  const file = openReserve(path, constants.O_CREAT)
  if (file === undefined) return
  try {
    // Random bytes: a file system may store zeros without using space.
    const bytes = Buffer.alloc(PIECE_BYTES)
    for (let at = fstatSync(file).size; at < RESERVE_BYTES; at += PIECE_BYTES) {
      fillRandom(bytes)
      writeSync(file, bytes, 0, PIECE_BYTES, at)
    }
  } catch (error) {
    // The disk or the user's quota has filled up: the reserve is what was written.
    if (!['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    closeSync(file)
  }
}

/** Throws {@link DiskNearlyFull} while the directory's file system has less than 8 MB free. */
export function checkFreeSpace(folder: string): void {
  if (freeBytes(folder) >= FLOOR_BYTES) return
  throw new DiskNearlyFull(
    `The disk of ${folder} has less than 8 MB free. Only revocations are written. Free some space.`,
    true,
  )
}

/** Returns the bytes free for this user; infinity where a file system does not report them. */
export function freeBytes(folder: string): number {
  const { bavail, blocks, bsize } = statfsSync(folder)
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize
}

/**
 * Runs an operation that must succeed on a full disk. When it fails for lack of space, frees a part
 * of the reserve and retries; rejects when the reserve is used up, or for any other reason.
 */
export async function withReserve<Result>(
  path: string,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isFull(error) || !freePiece(path)) throw error
    }
  }
}

function isFull(error: unknown): boolean {
  const { errcode, cause } = error as { readonly errcode?: number; readonly cause?: unknown }
  if (errcode !== undefined) return FULL.has(errcode)
  return cause instanceof Error && isFull(cause)
}

/** Frees a part of the reserve. Returns whether there was one. */
function freePiece(path: string): boolean {
  const file = openReserve(path, 0)
  if (file === undefined) return false
  try {
    const { size } = fstatSync(file)
    if (size === 0) return false
    ftruncateSync(file, Math.max(0, size - PIECE_BYTES))
    return true
  } finally {
    closeSync(file)
  }
}

function openReserve(path: string, flags: number): number | undefined {
  try {
    return openSync(path, constants.O_RDWR | constants.O_NOFOLLOW | flags, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
