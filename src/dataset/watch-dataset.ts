import { statSync, type BigIntStats } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Clock } from '../platform/time/clock.ts'

/** How often the name is asked which file it names. */
const POLL_MS = 500

/**
 * What a dataset's name stood for at one moment; two that are equal are the same file with the same
 * content.
 */
export type FileIdentity = string

/** What a watch needs. */
export interface WatchOptions {
  readonly file: string
  readonly clock: Clock
  /** What the name stood for when the dataset that is read now was opened. */
  readonly seen: FileIdentity
  /**
   * Called when the name stands for another file, and again when what is in it changes. What it
   * throws is for `onProblem`.
   */
  readonly onNew: () => void
  /** Hears once of each new thing that is wrong with what the name stands for. */
  readonly onProblem: (error: unknown) => void
}

/**
 * What `file` stands for now; it is asked before the file is opened, so that a replacement in
 * between is noticed.
 */
export function identityOf(file: string): FileIdentity {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? '' : identity(stats)
}

/**
 * Watches whether a name stands for another file, by asking twice a second without waiting for the
 * disk. A dataset is never written in place, and its inode cannot be given to another file while it
 * is open. Returns what ends it.
 */
export function watchDataset({ file, clock, seen, onNew, onProblem }: WatchOptions): () => void {
  let known = seen
  let ended = false
  let cancel = () => {}
  const look = async () => {
    try {
      const now = identity(await stat(file, { bigint: true }))
      if (ended || now === known) return
      // Before it is read: what cannot be read is tried again only when it has changed once more.
      known = now
      onNew()
    } catch (error) {
      if (ended) return
      const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT'
      if (isGone && known === '') return
      if (isGone) known = ''
      onProblem(error)
    }
  }
  const lookLater = () => {
    if (!ended) cancel = clock.after(POLL_MS, () => void lookNow())
  }
  const lookNow = async () => {
    await look()
    lookLater()
  }
  lookLater()
  return () => {
    ended = true
    cancel()
  }
}

function identity({ dev, ino, size, mtimeNs }: BigIntStats): FileIdentity {
  return [dev, ino, size, mtimeNs].join('/')
}
