import { workerData } from 'node:worker_threads'
import { makeFiles } from '../snapshots/exports/make-files.ts'
import type { FilesOrder } from './make-files-apart.ts'
import { openArchive } from './open-archive.ts'
import { systemClock } from './system-clock.ts'

// A thread that makes the files of days that are over, and ends.
const { nowMs, ...config } = workerData as FilesOrder
const archive = await openArchive(config, systemClock)
try {
  await makeFiles(archive, nowMs, () => {})
} finally {
  await archive.close()
}
