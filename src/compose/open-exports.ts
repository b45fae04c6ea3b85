import type { Config } from '../config.ts'
import type { PublicReaders } from '../contract/public/public-content.ts'
import type { HistoryArchive } from '../domain/history-archive.ts'
import { unavailable } from '../domain/service-error.ts'
import { createExportReaders } from '../snapshots/exports/create-export-readers.ts'
import { scheduleFiles } from '../snapshots/exports/schedule-files.ts'
import { makeFilesApart } from './make-files-apart.ts'
import { openArchive } from './open-archive.ts'
import type { World } from './world.ts'

/** What can be taken away from a process. */
export interface OpenExports {
  readonly readers: Pick<PublicReaders, 'public.exports.list' | 'public.exports.file'>
  /** Ends the making of files and closes the archive. Idempotent. */
  close(): Promise<void>
}

/** Opens the files of days, when somebody first asks for one, and has them made while this process collects. */
export function openExports(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { clock, observe, archive: given }: Pick<World, 'clock' | 'observe' | 'archive'>,
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
      // Whoever asks next tries anew to open what could not be.
      await opened?.catch(() => (opened = undefined))
      throw unavailable(error)
    }
  }
  const endMaking = scheduleFiles({
    clock,
    isCollecting,
    make: (signal) => makeFilesApart({ ...config, nowMs: clock.nowMs() }, signal),
    onFault: (error) => observe({ type: 'fault', where: 'public.exports', error }),
  })
  return {
    readers: createExportReaders({
      files: (region) => ask((archive) => archive.files(region)),
      filePiece: (...asked) => ask((archive) => archive.filePiece(...asked)),
    }),
    close: async () => {
      await endMaking()
      const archive = await opened?.catch(() => undefined)
      await archive?.close()
    },
  }
}
