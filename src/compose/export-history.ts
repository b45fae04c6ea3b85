import { mkdir, open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { ExportFile, HistoryArchive } from '../domain/history-archive.ts'
import { REGIONS } from '../domain/region.ts'
import { exportName } from '../snapshots/exports/export-day.ts'
import { makeFiles } from '../snapshots/exports/make-files.ts'
import { makeDataFolder } from './make-data-folder.ts'
import { openArchive } from './open-archive.ts'
import { machine } from './world.ts'

/** What an export did. */
export interface HistoryExport {
  /** Files that were made of days that had none. */
  readonly made: number
  /** Files that were written into the folder, and those that it had. */
  readonly written: number
  readonly there: number
}

/**
 * Makes the files of days that are over, and writes all files into a folder where one is named; those that it has, by name and length,
 * are left alone. Works beside a serving process.
 */
export async function exportHistory(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  folder: string | undefined,
  onFile: (name: string) => void,
): Promise<HistoryExport> {
  makeDataFolder(config)
  const archive = await openArchive(config, machine.clock)
  const counts = { made: 0, written: 0, there: 0 }
  try {
    await makeFiles(archive, machine.clock.nowMs(), (file) => {
      counts.made += 1
      onFile(exportName(file))
    })
    if (folder === undefined) return counts
    await mkdir(folder, { recursive: true })
    for (const region of REGIONS) {
      for (const file of await archive.files(region)) {
        onFile(exportName(file))
        if (await writeInto(archive, folder, file)) counts.written += 1
        else counts.there += 1
      }
    }
    return counts
  } finally {
    await archive.close()
  }
}

/** Returns whether it was not there yet. Under its name stands a whole file alone. */
async function writeInto(
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
