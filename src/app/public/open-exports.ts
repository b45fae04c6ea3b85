import type { Config } from '../config/read-config.ts'
import type { PublicHandlers } from '../../history/api/public-content.ts'
import type { HistoryArchive } from '../../history/history-archive.ts'
import { unavailable } from '../../platform/http/errors/service-error.ts'
import { createExportHandlers } from '../../history/exports/export-handlers.ts'
import { scheduleExports } from '../../history/exports/schedule-exports.ts'
import { exportInWorker } from '../../history/exports/export-worker.ts'
import { openArchive } from '../../history/store/archive/open-archive.ts'
import type { AppPlatform } from '../app-platform.ts'

/** The exports of a process. */
export interface OpenExports {
  readonly readers: Pick<PublicHandlers, 'public.exports.list' | 'public.exports.file'>
  /** Stops exporting and closes the archive. Idempotent. */
  close(): Promise<void>
}

/**
 * Opens the daily export files on the first request, and writes new ones while this process
 * collects.
 */
export function openExports(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { clock, observe, archive: given }: Pick<AppPlatform, 'clock' | 'observe' | 'archive'>,
  isCollecting: () => boolean,
): OpenExports {
  let opened: Promise<Pick<HistoryArchive, 'files' | 'filePiece' | 'close'>> | undefined
  const ask = async <Result>(
    read: (archive: Pick<HistoryArchive, 'files' | 'filePiece'>) => Promise<Result>,
  ): Promise<Result> => {
    try {
      opened ??= given === undefined ? openArchive(config, clock) : Promise.resolve(given)
      return await read(await opened)
    } catch (error) {
      // The next request retries opening.
      await opened?.catch(() => (opened = undefined))
      throw unavailable(error)
    }
  }
  const endMaking = scheduleExports({
    clock,
    isCollecting,
    exportDays: (signal) => exportInWorker(config, clock, signal),
    onFault: (error) => observe({ type: 'fault', where: 'public.exports', error }),
  })
  return {
    readers: createExportHandlers({
      files: (region) => ask((archive) => archive.files(region)),
      filePiece: (...args) => ask((archive) => archive.filePiece(...args)),
    }),
    close: async () => {
      await endMaking()
      const archive = await opened?.catch(() => undefined)
      await archive?.close()
    },
  }
}
