import { statSync, type BigIntStats } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Clock } from '../platform/time/clock.ts'

/** Interval of checking the file, in milliseconds. */
const POLL_MS = 500

/**
 * Identifies a file and its content: device, inode, size and modification time. Empty for a missing
 * file.
 */
export type FileIdentity = string

/** Options of {@link watchDataset}. */
export interface WatchOptions {
  readonly file: string
  readonly clock: Clock
  /** The identity of the file before the current dataset was opened. */
  readonly openedIdentity: FileIdentity
  /**
   * Called when the path refers to another file, or the file has changed. Errors that it throws go
   * to `onFault`.
   */
  readonly onReplaced: () => void
  /** Called once per change with the error of an unreadable or missing file. */
  readonly onFault: (error: unknown) => void
}

/**
 * Returns the identity of a file. Call it before opening the file, so that a replacement in between
 * is detected.
 */
export function identityOf(file: string): FileIdentity {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? '' : identity(stats)
}

/**
 * Watches for a replacement of a dataset by polling its path twice a second, without blocking on
 * the disk. A dataset is never written in place, and the inode of an open file is not reused.
 * Returns a function that stops watching.
 */
export function watchDataset({
  file,
  clock,
  openedIdentity,
  onReplaced,
  onFault,
}: WatchOptions): () => void {
  let known = openedIdentity
  let ended = false
  let cancel = () => {}
  const checkOnce = async () => {
    try {
      const now = identity(await stat(file, { bigint: true }))
      if (ended || now === known) return
      // Set before opening: an unreadable file is retried only after another change.
      known = now
      onReplaced()
    } catch (error) {
      if (ended) return
      const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT'
      if (isGone && known === '') return
      if (isGone) known = ''
      onFault(error)
    }
  }
  const schedule = () => {
    if (!ended) cancel = clock.after(POLL_MS, () => void checkAndSchedule())
  }
  const checkAndSchedule = async () => {
    await checkOnce()
    schedule()
  }
  schedule()
  return () => {
    ended = true
    cancel()
  }
}

function identity({ dev, ino, size, mtimeNs }: BigIntStats): FileIdentity {
  return [dev, ino, size, mtimeNs].join('/')
}
