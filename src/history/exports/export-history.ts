import type { DatabaseConfig } from '../../platform/sql/store-config.ts'
import { mkdir, open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportFile, HistoryArchive } from '../history-archive.ts'
import { REGIONS } from '../../game/region.ts'
import { exportName } from './export-file-name.ts'
import { exportDays } from './export-days.ts'
import { prepareDataDirectory } from '../../platform/files/prepare-data-directory.ts'
import { openArchive } from '../store/archive/open-archive.ts'
import { systemPlatform } from '../../platform/platform.ts'

/** The result of an export. */
export interface HistoryExport {
  /** Number of files created for days without one. */
  readonly created: number
  /** Number of files written to the folder, and number that it already had. */
  readonly written: number
  readonly skipped: number
}

/**
 * Creates the files of past days and, with `folder`, writes all files to it. Skips files that the
 * folder has with the same name and size. Works beside a serving process.
 */
export async function exportHistory(
  config: DatabaseConfig,
  folder: string | undefined,
  onFile: (name: string) => void,
): Promise<HistoryExport> {
  prepareDataDirectory(config)
  const archive = await openArchive(config, systemPlatform.clock)
  const counts = { created: 0, written: 0, skipped: 0 }
  try {
    await exportDays(archive, systemPlatform.clock.nowMs(), (file) => {
      counts.created += 1
      onFile(exportName(file))
    })
    if (folder === undefined) return counts
    await mkdir(folder, { recursive: true })
    for (const region of REGIONS) {
      for (const file of await archive.files(region)) {
        onFile(exportName(file))
        if (await writeFileTo(archive, folder, file)) counts.written += 1
        else counts.skipped += 1
      }
    }
    return counts
  } finally {
    await archive.close()
  }
}

/** Writes a file atomically, by rename. Returns false if the folder already has it. */
async function writeFileTo(
  archive: HistoryArchive,
  folder: string,
  file: ExportFile,
): Promise<boolean> {
  const path = join(folder, exportName(file))
  const found = await stat(path).catch(() => undefined)
  if (found?.size === file.bytes) return false
  const output = await open(`${path}.part`, 'w')
  try {
    for (let start = 0; ;) {
      const piece = await archive.filePiece(file.sha256, start)
      if (piece === undefined) break
      await output.writeFile(piece)
      start += piece.length
    }
    await output.sync()
  } finally {
    await output.close()
  }
  await rename(`${path}.part`, path)
  return true
}
